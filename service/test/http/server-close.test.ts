import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../src/http/server.ts";

/** Opens a connection that stays open between requests. */
async function open(port: number) {
  let text = "";
  let onText = () => {};
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, "127.0.0.1", () => resolve(opened)).on("error", reject);
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    socket.on("close", () => resolve("closed"));
  });
  socket.setEncoding("utf8").on("data", (more: string) => ((text += more), onText()));
  return {
    ended,
    send: () => void socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
    /** Resolves when this many responses have arrived, or when the connection has ended. */
    responses: async (count: number) => {
      const seen = () => text.split("HTTP/1.1 200").length - 1;
      const arrived = new Promise<void>((resolve) => (onText = () => seen() >= count && resolve()));
      if (seen() < count) await Promise.race([arrived, ended]);
      return seen();
    },
  };
}

test("a request on a kept connection gets its response, even if the server is closing", async () => {
  let draining = false;
  const server = await listen(
    async () => new Response("{}", { headers: draining ? { connection: "close" } : {} }),
    "127.0.0.1",
    0,
  );
  const connections = await Promise.all(Array.from({ length: 20 }, () => open(server.port)));
  for (const { send } of connections) send();
  for (const { responses } of connections) expect(await responses(1)).toBe(1);
  // Now the requests are sent, but the server has not read them yet.
  for (const { send } of connections) send();
  draining = true;
  const closing = server.close(60_000);
  for (const { responses, ended } of connections)
    expect([await responses(2), await ended]).toEqual([2, "closed"]);
  await closing;
  await expect(open(server.port)).rejects.toThrow("ECONNREFUSED");
});

test("idle connections do not keep the server open", async () => {
  const server = await listen(async () => new Response("{}"), "127.0.0.1", 0);
  const { send, responses, ended } = await open(server.port);
  send();
  expect(await responses(1)).toBe(1);
  // This takes much less than 65 s, after which an idle connection closes by itself.
  await server.close(600_000);
  expect(await ended).toBe("closed");
});
