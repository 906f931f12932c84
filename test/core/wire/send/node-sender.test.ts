import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, type Socket, createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { SentRequest } from "../../../../src/core/contract/wire/sender.ts";
import { ConnectorError } from "../../../../src/core/ground/errors.ts";
import { faultCode, neverSent } from "../../../../src/core/wire/send/network-fault.ts";
import { sendWithNode } from "../../../../src/core/wire/send/node-sender.ts";
import { createHttp } from "../../../../src/core/wire/retries.ts";
import { testClock } from "../../../fixtures/clock.ts";
import { serveRaw } from "../../../fixtures/raw-server.ts";
import { runNode } from "../../../run-node.ts";

// sender.test.ts has the tests that `fetch` and `node:http` share.

afterEach(() => vi.useRealTimers());

const get = (url: string, more: Partial<SentRequest> = {}) =>
  sendWithNode({ method: "GET", url, headers: {}, signal: new AbortController().signal, ...more });

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable("the request succeeded"),
    (error: unknown) => error as Error,
  );

const client = () => {
  const clock = testClock();
  const http = createHttp({ clock, requestIdHeader: "x-id", timeoutMs: 5000, totalWaitMs: 30_000 });
  return (url: string, method: "GET" | "POST") =>
    http({
      what: "Acme notes",
      method,
      url,
      headers: {},
      repeatable: method === "GET",
      ...(method === "POST" ? { body: "{}" } : {}),
      read: ({ text }) => text,
    });
};

/** Starts a TCP server that treats connections as `onSocket` does. */
async function listen(onSocket: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
    onSocket(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a connection that the server closes while a request is on its way", () => {
  /** Answers the first request of each connection, and closes the connection when the second one arrives. */
  const oneAnswer = () =>
    serveRaw(({ socket, connection, count }) => {
      const first = server.requests.findIndex((request) => request.connection === connection) === count - 1;
      if (first) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      else socket.destroy();
    });
  let server: Awaited<ReturnType<typeof oneAnswer>>;

  test("a read is sent again, on a new connection", async () => {
    await using opened = (server = await oneAnswer());
    const send = client();
    for (let count = 0; count < 4; count++) expect(await send(opened.url, "GET")).toBe("ok");
    expect(opened.requests.map(({ connection }) => connection)).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });
  test("the outcome of a write is unknown, and it is not sent again", async () => {
    await using opened = (server = await oneAnswer());
    const send = client();
    expect(await send(opened.url, "POST")).toBe("ok");
    expect(await failure(send(opened.url, "POST"))).toMatchObject({
      code: "upstream_unreachable",
      outcome: "unknown",
      retryable: false,
    });
    expect(opened.requests.length).toBe(2);
  });
  test("with a server that closes connections after a few milliseconds, reads succeed and no write is lost", async () => {
    let done = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        if (request.method === "POST") done++;
        response.end("ok");
      });
    });
    server.keepAliveTimeout = 5;
    (server as { keepAliveTimeoutBuffer?: number }).keepAliveTimeoutBuffer = 0;
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const send = client();
    let succeeded = 0;
    let unknown = 0;
    for (let count = 0; count < 150; count++) {
      await new Promise((resolve) => setTimeout(resolve, 3 + (count % 6)));
      expect(await send(url, "GET")).toBe("ok");
      await new Promise((resolve) => setTimeout(resolve, 3 + (count % 5)));
      const outcome = await send(url, "POST").catch((error: unknown) => error);
      if (outcome === "ok") succeeded++;
      else if (ConnectorError.is(outcome) && outcome.outcome === "unknown") unknown++;
      else throw outcome;
    }
    expect(done).toBeGreaterThanOrEqual(succeeded);
    expect(done).toBeLessThanOrEqual(succeeded + unknown);
    expect(succeeded).toBeGreaterThan(100);
    server.close();
  });
});

describe("a connection that was never opened proves that nothing was sent", () => {
  test("the server does not answer for ten seconds", async () => {
    // Only the timers of our code are replaced. The server accepts the connection, but never speaks TLS.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await using server = await listen((socket) => void socket.once("data", () => vi.advanceTimersByTime(10_000))); // prettier-ignore
    const error = await failure(get(`https://127.0.0.1:${server.port}/`));
    expect([faultCode(error), neverSent(error)]).toEqual(["ETIMEDOUT", true]);
    expect(vi.getTimerCount()).toBe(0);
  });
  test("the server closes the connection before it is secure", async () => {
    await using server = await listen((socket) => void socket.once("data", () => socket.destroy()));
    const error = await failure(get(`https://127.0.0.1:${server.port}/`));
    expect([faultCode(error), neverSent(error)]).toEqual(["ECONNRESET", true]);
  });
  test("the server does not speak TLS", async () => {
    await using server = await listen((socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(neverSent(await failure(get(`https://127.0.0.1:${server.port}/`)))).toBe(true);
  });
});

test("the timer of a new connection ends when the connection is open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using server = await serveRaw(({ socket }) => {
    expect(vi.getTimerCount()).toBe(0);
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
  });
  expect(await (await get(server.url)).text(9)).toBe("ok");
  expect(await (await get(server.url)).text(9)).toBe("ok");
});

test("an answer that has no body leaves the connection open when it is cancelled", async () => {
  await using server = await serveRaw(({ socket }) => void socket.write("HTTP/1.1 304 Not Modified\r\n\r\n"));
  for (let count = 0; count < 6; count++) await (await get(server.url)).cancel();
  // A connection is free again only after a moment, so the next request can need a second connection.
  expect(server.sockets.length).toBeLessThan(3);
});

test("at most 256 connections are opened to one origin, and the other requests wait", async () => {
  let open = 0;
  let most = 0;
  await using server = await serveRaw(({ socket }) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    }, 20);
  });
  const texts = await Promise.all(Array.from({ length: 600 }, async () => (await get(server.url)).text(9)));
  expect(texts.filter((text) => text === "ok").length).toBe(600);
  expect(most).toBeLessThanOrEqual(256);
  expect(server.sockets.length).toBe(256);
});

test("a waiting request that is aborted fails at once and is never sent", async () => {
  const waiting: Socket[] = [];
  await using server = await serveRaw(({ socket }) => void waiting.push(socket));
  const sending = Array.from({ length: 256 }, async () => (await get(server.url)).text(9));
  await expect.poll(() => waiting.length).toBe(256);
  const stop = new AbortController();
  const reason = new Error("the reason");
  const late = get(server.url, { signal: stop.signal });
  stop.abort(reason);
  expect(await failure(late)).toBe(reason);
  for (const socket of waiting) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
  await Promise.all(sending);
  const next = get(server.url);
  await expect.poll(() => waiting.length).toBe(257);
  waiting.at(-1)!.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
  expect(await (await next).text(9)).toBe("ok");
  expect(server.requests.length).toBe(257);
});

test("an idle connection does not keep the process running", async () => {
  const program = `
    import { createServer } from "node:http";
    import { sendWithNode } from "./src/core/wire/send/node-sender.ts";
    const server = createServer((request, response) => response.end("ok")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = "http://127.0.0.1:" + server.address().port;
    server.on("connection", (socket) => socket.unref());
    const answer = await sendWithNode({ method: "GET", url, headers: {}, signal: new AbortController().signal });
    console.log(await answer.text(9));
    server.unref();
    const kinds = () => process.getActiveResourcesInfo().filter((kind) => kind.includes("TCPSocket"));
    setTimeout(() => console.log(kinds().join()), 50);`;
  const { stdout, code } = await runNode(["--input-type=module", "--eval", program]);
  expect([stdout, code]).toEqual(["ok\n\n", 0]);
});
