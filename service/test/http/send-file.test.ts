import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sendFile } from "../../src/http/send-file.ts";

// Tests which bytes of a download arrive at the client's socket.

let server: Server;
let client: Socket;
/** The bytes that the client has received so far. */
let received: string;
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Pull = (own: ReadableStreamDefaultController<Uint8Array>, count: number) => void | Promise<void>;

/** Requests a download. `left` resolves when the source is cancelled. */
async function ask(
  pull: Pull,
  version = "1.1",
  stalledMs?: number,
  before?: (outgoing: ServerResponse) => unknown,
) {
  let count = 0;
  const left = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    { pull: (own) => pull(own, count++), cancel: () => left.resolve() },
    { highWaterMark: 0 },
  );
  const serve = async (outgoing: ServerResponse) => {
    await before?.(outgoing);
    const response = new Response(body, { headers: { "content-type": "text/plain" } });
    void sendFile(response, outgoing, stalledMs).then(done.resolve);
  };
  server = createServer((_, outgoing) => void serve(outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  received = "";
  client.on("data", (part) => (received += String(part)));
  client.write(`GET / HTTP/${version}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  return { left: left.promise, done: done.promise, pulled: () => count };
}
async function allReceived(): Promise<string> {
  if (!client.closed) await once(client, "close");
  return received;
}
const bytes = (text: string) => new TextEncoder().encode(text);
const last = "\r\n0\r\n\r\n";

test.each(["1.1", "1.0"])("HTTP %s: a complete download ends with the last chunk", async (version) => {
  const { done } = await ask((own, count) => (count < 2 ? own.enqueue(bytes("abc")) : own.close()), version);
  const text = await allReceived();
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text.split("\r\n\r\n").slice(1).join("\r\n\r\n")).toBe(`3\r\nabc\r\n3\r\nabc${last}`);
  await done;
});

test.each(["1.1", "1.0"])(
  "HTTP %s: a failing download has no last chunk and no error text",
  async (version) => {
    const { done } = await ask(async (own, count) => {
      if (count < 2) return own.enqueue(bytes("abc"));
      while (!received.includes("3\r\nabc\r\n3\r\nabc")) await once(client, "data");
      return own.error(new Error("broken"));
    }, version);
    const text = await allReceived();
    expect(text).toContain("\r\n\r\n3\r\nabc\r\n3\r\nabc");
    expect(text).not.toContain(last);
    expect(text).not.toMatch(/error|broken/i);
    await done;
  },
);

test("if the client disconnects while the platform sends nothing, the source is cancelled", async () => {
  const { left, done } = await ask((own, count) =>
    count === 0 ? own.enqueue(bytes("abc")) : new Promise(() => {}),
  );
  await once(client, "data");
  client.destroy();
  await left;
  await done;
});

test("if the client disconnects before the first byte, the source is cancelled and never read", async () => {
  const { left, done, pulled } = await ask(
    () => new Promise(() => {}),
    "1.1",
    undefined,
    async (outgoing) => {
      client.destroy();
      await once(outgoing, "close");
    },
  );
  await done;
  await left;
  expect(pulled()).toBe(0);
});

test("if the client reads nothing, reading of the source pauses, and the connection closes after the timeout", async () => {
  const chunk = new Uint8Array(64 * 1024);
  const { left, done, pulled } = await ask((own) => own.enqueue(chunk), "1.1", 300);
  client.pause();
  await left;
  await done;
  // The buffers of the two sockets can contain this much.
  expect(pulled() * chunk.length).toBeLessThan(32 * 1024 * 1024);
});
