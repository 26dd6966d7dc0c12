// A server of our own for a test: a free port, a new data folder, bots without pauses. It can be killed and started again.
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PYTHON = process.env.PYTHON ?? "python3";
const COMMAND = "import sys; from allaboard.server.command import serve; serve(port=int(sys.argv[1]), no_browser=True)";

/**
 * A free port below those that systems hand out by themselves: nothing takes it while the server starts, or starts again. No other test is
 * given it either: it is held by a socket of another kind, as tests/processes.py holds its own.
 */
const freePort = () =>
  new Promise((resolve) => {
    const [held, probe] = [createSocket("udp4").unref(), createServer()];
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const again = () => held.close(() => resolve(freePort()));
    held.once("error", again);
    probe.once("error", again);
    held.bind({ port, address: "127.0.0.1", exclusive: true }, () => probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port))));
  });

export class TestServer {
  /** Settings of its own, as the environment names them. */
  constructor(settings = {}) {
    this.settings = settings;
  }

  /** BASE names a server that runs already: the tests are its guests. */
  async open() {
    if (process.env.BASE) {
      this.base = process.env.BASE;
      return this;
    }
    this.port = await freePort();
    this.folder = mkdtempSync(join(tmpdir(), "allaboard-browser-"));
    this.base = `http://localhost:${this.port}`;
    await this.start();
    return this;
  }

  async start() {
    this.process = spawn(PYTHON, ["-c", COMMAND, String(this.port)], {
      env: { ...process.env, ALLABOARD_DATA_DIR: this.folder, ALLABOARD_PACE: process.env.ALLABOARD_PACE ?? "0.02", ALLABOARD_RATE_LIMITS: "false", ...this.settings },
      stdio: ["ignore", "ignore", "inherit"],
    });
    for (let tries = 0; tries < 600; tries += 1) {
      if (await fetch(`${this.base}/readyz`).then((answer) => answer.ok, () => false)) return;
      if (this.process.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    throw new Error("the server did not start");
  }

  async kill(signal = "SIGKILL") {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill(signal);
    await gone;
  }

  async close() {
    if (!this.process) return;
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
