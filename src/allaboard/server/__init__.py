"""The server: tables for friends and bots over plain HTTP, kept in a database. The rules are the engine's; the page is a client."""
