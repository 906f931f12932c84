import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

/** The reason why tests with Redis are skipped. Undefined if Redis is installed. */
export const noRedis =
  spawnSync("redis-server", ["--version"]).status === 0 ? undefined : "redis-server is not installed";
if (noRedis) console.warn(`Skipped, on Redis: ${noRedis}.`);

export interface RedisServer {
  /** The path of the server's socket. */
  socket: string;
  stop(): Promise<void>;
}

/** Starts a server that listens on a socket in a temporary directory, not on a port. */
export async function startRedis(): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), "ac-redis-"));
  const socket = join(directory, "redis.sock");
  const settings = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", [...settings, "--dir", directory], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const client = new Redis({ path: socket, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on("error", () => {});
  await client.ping();
  client.disconnect();
  return {
    socket,
    async stop() {
      server.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
