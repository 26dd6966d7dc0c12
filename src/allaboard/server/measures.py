"""What the server counts about itself, for Prometheus. Nothing here tells one person or table from another."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

__all__ = ["BOT_SECONDS", "MOVES", "REQUESTS", "REQUEST_SECONDS", "STREAMS", "TABLES_IN_MEMORY", "WAITING_BOTS"]

REQUESTS = Counter("allaboard_requests", "Requests answered, by method and status.", ["method", "status"])
REQUEST_SECONDS = Histogram(
    "allaboard_request_seconds",
    "Time to answer a request.",
    ["method"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
MOVES = Counter("allaboard_moves", "Actions carried out and on disk, by who chose them.", ["by"])
STREAMS = Gauge("allaboard_event_streams", "Event streams open now.", multiprocess_mode="livesum")
TABLES_IN_MEMORY = Gauge("allaboard_tables_in_memory", "Live tables kept in memory.", multiprocess_mode="livesum")
WAITING_BOTS = Gauge("allaboard_bots_waiting", "Bots that wait for a thread to think on.", multiprocess_mode="livesum")
BOT_SECONDS = Counter("allaboard_bot_cpu_seconds", "Processor time that bots have used.")
