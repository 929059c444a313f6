import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { onTestFinished, vi } from "vitest";

/** Answers every connection with the argument, once a byte on standard input has arrived. */
const SERVER = `
const { readSync, writeSync } = require("node:fs");
const server = require("node:net").createServer((socket) => {
  socket.on("error", () => {}).once("data", () => socket.end(process.argv[1]));
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  writeSync(1, String(server.address().port));
  readSync(0, Buffer.alloc(1));
});`;

/** With a backlog of 1, Linux completes two handshakes for a server that does not accept them. */
const HANDSHAKES = 2;

/**
 * Starts a server on 127.0.0.1 that completes no further handshake until `accept`. The kernel repeats
 * a SYN after a second, so a handshake that began before takes that long.
 */
export async function startSlowHandshake(answer: string) {
  const server = spawn(process.execPath, ["-e", SERVER, answer], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [port] = (await once(server.stdout, "data")) as [Buffer];
  for (let count = 0; count < HANDSHAKES; count += 1) {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
  }
  return {
    port: Number(port),
    /** Accepts connections as soon as another one has begun. */
    async accept(): Promise<void> {
      await vi.waitUntil(() => hasHandshake(Number(port)), { timeout: 60_000, interval: 5 });
      server.stdin.write("\n");
    },
  };
}

/** Whether a connection to this port waits for the answer to its SYN (state 02 of Linux's list). */
function hasHandshake(port: number): boolean {
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  return new RegExp(`:${digits} 02 `).test(readFileSync("/proc/net/tcp", "utf8"));
}
