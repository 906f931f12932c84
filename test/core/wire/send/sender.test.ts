import { once } from "node:events";
import { createServer } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Answer, SentRequest } from "../../../../src/core/contract/wire/sender.ts";
import { fetchSender } from "../../../../src/core/wire/send/fetch-sender.ts";
import { faultCode, neverSent } from "../../../../src/core/wire/send/network-fault.ts";
import { sendWithNode } from "../../../../src/core/wire/send/node-sender.ts";
import { type RawRequest, makeCertificate, serveRaw, trust } from "../../../fixtures/raw-server.ts";

const certificate = makeCertificate();
let distrust = () => {};
beforeAll(() => void (distrust = trust(certificate)));
afterAll(() => distrust());

const most = 10 * 1024 * 1024;

/** Returns the bytes of a response. Its headers have the length of the body. */
const http = (status: string, headers: Record<string, string> = {}, body: string | Uint8Array = "") =>
  Buffer.concat([
    Buffer.from(
      [
        `HTTP/1.1 ${status}`,
        ...Object.entries({ "content-length": String(Buffer.from(body).length), ...headers }).map(
          ([name, value]) => `${name}: ${value}`,
        ),
        "\r\n",
      ].join("\r\n"),
      "latin1",
    ),
    Buffer.from(body),
  ]);

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable("the request succeeded"),
    (error: unknown) => error as Error,
  );

describe.for([
  ["fetch", false],
  ["fetch", true],
  ["node", false],
  ["node", true],
] as const)("the sender %s, with TLS: %s", ([kind, secure]) => {
  const send = kind === "fetch" ? fetchSender((url, init) => globalThis.fetch(url, init)) : sendWithNode;
  const serve = (handler: (request: RawRequest) => void) =>
    serveRaw(handler, secure ? certificate : undefined);
  const answerWith = (bytes: string | Uint8Array) => serve(({ socket }) => void socket.write(bytes));
  const get = (url: string, more: Partial<SentRequest> = {}) =>
    send({ method: "GET", url, headers: {}, signal: new AbortController().signal, ...more });
  /**
   * The most connections for requests that run one after another. `fetch` frees a connection a moment after the
   * response.
   */
  const inTurn = kind === "fetch" ? 3 : 1;
  const text = async (answer: Promise<Answer> | Answer) => (await answer).text(most);

  describe("the request", () => {
    test("has the method, the path, the headers and the bytes of the body", async () => {
      await using server = await answerWith(http("200 OK", {}, "ok"));
      const headers = { "X-Token": "a b", "content-type": "application/json" };
      const path = "/api/x?q=a%20b&c=%C3%A9#fragment";
      const bodies = ['{"a":"é😀"}', "", new Uint8Array([0, 255, 10, 13])];
      for (const body of bodies)
        expect(await text(get(server.url + path, { method: "POST", headers, body }))).toBe("ok");
      for (const [index, { head, body }] of server.requests.entries()) {
        expect(head).toMatch(/^POST \/api\/x\?q=a%20b&c=%C3%A9 HTTP\/1\.1\r\n/);
        expect(head).toMatch(/\r\nX-Token: a b(\r\n|$)/i);
        expect(head.match(/content-type: .*/gi)).toEqual(["content-type: application/json"]);
        expect(body).toEqual(Buffer.from(bodies[index]!));
      }
    });
    test.for(["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH", "OPTIONS"])(
      "%s without a body has no body and the usual headers",
      async (method) => {
        await using server = await answerWith(http("200 OK"));
        expect(await text(get(server.url, { method }))).toBe("");
        const [{ head }] = server.requests as [RawRequest];
        const lines = head.toLowerCase().split("\r\n").slice(1);
        expect(lines).toEqual(
          expect.arrayContaining([`host: ${new URL(server.url).host}`, "accept: */*", "user-agent: node"]),
        );
        expect(lines.find((line) => line.startsWith("accept-encoding: "))).toContain("gzip, deflate");
        const needsLength = ["POST", "PUT", "PATCH"].includes(method) && method !== "PATCH";
        if (needsLength) expect(lines).toContain("content-length: 0");
        expect(lines.join()).not.toMatch(/transfer-encoding|content-length: [^0]/);
      },
    );
    test("DELETE can have a body", async () => {
      await using server = await answerWith(http("200 OK"));
      expect(await text(get(server.url, { method: "DELETE", body: "{}" }))).toBe("");
      expect(server.requests[0]!.body.toString()).toBe("{}");
    });
    test.for<Partial<SentRequest>>([
      { body: "x" },
      { method: "HEAD", body: "x" },
      { headers: { "x-a": "1\r\nx-b: 2" } },
      { headers: { "x-a": "1\nx-b: 2" } },
      { headers: { "x-a": "1\0" } },
      { headers: { "x-a": "€" } },
      { headers: { "x-a\r\nx-b": "1" } },
      { headers: { "x a": "1" } },
      { headers: { "": "1" } },
      { headers: { "transfer-encoding": "chunked" } },
      { headers: { expect: "100-continue" } },
      { headers: { upgrade: "h2c" } },
      { headers: { "keep-alive": "1" } },
      { url: "http://user:pass@127.0.0.1:1/" },
      { url: "ftp://127.0.0.1:1/" },
      { url: "not an address" },
    ])("%j is refused, and nothing is sent", async (wrong) => {
      await using server = await answerWith(http("200 OK"));
      await failure(get(server.url, wrong));
      expect(server.sockets.flatMap(({ bytesRead }) => bytesRead)).toEqual(server.sockets.map(() => 0));
    });
    test("a large body arrives whole", async () => {
      await using server = await answerWith(http("200 OK", {}, "ok"));
      const body = new Uint8Array(8 * 1024 * 1024).fill(7);
      expect(await text(get(server.url, { method: "POST", body }))).toBe("ok");
      expect(server.requests[0]!.body.equals(body)).toBe(true);
    });
  });

  describe("the response", () => {
    test("names of headers can have any case, and repeated headers are joined", async () => {
      await using server = await answerWith(
        'HTTP/1.1 200 Fine\r\nX-Id:  7\r\nLink: <a>; rel="next"\r\nlink: <b>\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nx-latin: \xe9\r\nX-Empty:\r\nContent-Length: 2\r\n\r\nok',
      );
      const answer = await get(server.url);
      const { headers, status } = answer;
      const names = ["x-id", "X-ID", "link", "set-cookie", "x-empty", "x-missing", "content-length"];
      expect([status, ...names.map((name) => headers.get(name))]).toEqual([
        200, "7", "7", '<a>; rel="next", <b>', "a=1, b=2", "", null, "2",
      ]); // prettier-ignore
      expect(names.map((name) => headers.has(name))).toEqual([true, true, true, true, true, false, true]);
      expect(await text(answer)).toBe("ok");
    });
    test.for([301, 302, 303, 307, 308])("%d is not followed", async (status) => {
      await using other = await answerWith(http("200 OK"));
      await using server = await answerWith(http(`${status} Moved`, { location: `${other.url}/steal` }, "x"));
      const answer = await get(server.url);
      expect([answer.status, answer.isRedirect, answer.headers.get("location")]).toEqual([
        status,
        true,
        `${other.url}/steal`,
      ]);
      await answer.cancel();
      expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
    });
    test.for<[string, string, string]>([
      ["HEAD", "200 OK", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-encoding: gzip\r\n\r\n"],
      ["GET", "204 No Content", "HTTP/1.1 204 No Content\r\n\r\n"],
      ["GET", "304 Not Modified", "HTTP/1.1 304 Not Modified\r\netag: 1\r\n\r\n"],
      ["GET", "201 with no body", http("201 Created").toString()],
      ["GET", "200 with gzip of nothing", http("200 OK", { "content-encoding": "gzip" }).toString()],
      ["GET", "200 with br of nothing", http("200 OK", { "content-encoding": "br" }).toString()],
      ["GET", "200 with deflate of nothing", http("200 OK", { "content-encoding": "deflate" }).toString()],
    ])("%s %s has an empty body, and the connection is used again", async ([method, , bytes]) => {
      await using server = await answerWith(bytes);
      for (let count = 0; count < 2; count++) expect(await text(get(server.url, { method }))).toBe("");
      const stream = (await get(server.url, { method })).stream();
      expect(await new Response(stream).text()).toBe("");
      expect(server.sockets.length).toBeLessThanOrEqual(inTurn);
    });
    test("early hints and other informational responses are skipped", async () => {
      const early = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
      await using server = await answerWith(early + http("200 OK", {}, "ok").toString());
      const answer = await get(server.url);
      expect([answer.status, answer.headers.get("link"), await text(answer)]).toEqual([200, null, "ok"]);
    });
    test("a body without a length ends with the connection", async () => {
      await using server = await serve(({ socket }) => void socket.end("HTTP/1.1 200 OK\r\n\r\nall of it"));
      expect(await text(get(server.url))).toBe("all of it");
    });
    test("a chunked body is joined", async () => {
      const chunks = "3\r\nabc\r\n2;x=y\r\n\xc3\xa9\r\n0\r\nx-trailer: 1\r\n\r\n";
      await using server = await answerWith(
        Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`, "latin1"),
      );
      expect(await text(get(server.url))).toBe("abcé");
    });
    test.for<[string, Uint8Array, string]>([
      ["a byte order mark", Buffer.from("\ufeffx"), "x"],
      ["bytes that are not UTF-8", Buffer.from([0x61, 0xff, 0xc3]), "a\ufffd\ufffd"],
    ])("the text can have %s", async ([, body, expected]) => {
      await using server = await answerWith(http("200 OK", {}, body));
      expect(await text(get(server.url))).toBe(expected);
    });
    test.for<[string, string]>([
      ["no HTTP", "hello\r\n\r\n"],
      ["another version", "HTTP/9 200 OK\r\n\r\n"],
      ["a status without digits", "HTTP/1.1 OK\r\n\r\n"],
      ["a header without a name", "HTTP/1.1 200 OK\r\n: x\r\ncontent-length: 0\r\n\r\n"],
      ["a line break in a header", "HTTP/1.1 200 OK\r\na: b\rc: d\r\ncontent-length: 0\r\n\r\n"],
      ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
      [
        "a length and chunks",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      ],
      ["a size of a chunk that is no number", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
      ["headers that are too large", `HTTP/1.1 200 OK\r\na: ${"x".repeat(20_000)}\r\n\r\n`],
      ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"],
    ])("%s is an error, and the request may have been sent", async ([, bytes]) => {
      await using server = await answerWith(bytes);
      const error = await failure(text(get(server.url)));
      expect(neverSent(error)).toBe(false);
    });
    test.for<[string, string]>([
      ["shorter than its length", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"],
      ["without its last chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
      ["nothing of it", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"],
      ["compressed", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 99\r\n\r\n"],
    ])("a body that breaks off, %s, is an error", async ([, bytes]) => {
      await using server = await serve(({ socket }) => void socket.end(bytes));
      expect(neverSent(await failure(text(get(server.url))))).toBe(false);
      const answer = await get(server.url);
      const read = new Response(answer.stream()).text();
      expect(neverSent(await failure(read))).toBe(false);
    });
  });

  describe("content-encoding", () => {
    const plain = "é".repeat(50_000);
    const twice = brotliCompressSync(gzipSync(plain));
    const codings: [string, Uint8Array, string][] = [
      ["gzip", gzipSync(plain), plain],
      ["x-gzip", gzipSync(plain), plain],
      ["GZIP", gzipSync(plain), plain],
      ["deflate", deflateSync(plain), plain],
      ["deflate", deflateRawSync(plain), plain],
      ["br", brotliCompressSync(plain), plain],
      ["zstd", zstdCompressSync(plain), plain],
      ["gzip, br", twice, plain],
      ["gzip", gzipSync(plain).subarray(0, -8), plain],
      ["identity", Buffer.from("as it is"), "as it is"],
      ["unknown", Buffer.from("as it is"), "as it is"],
      ["gzip, unknown", Buffer.from("as it is"), "as it is"],
      ["deflate-raw", deflateRawSync("as it is"), deflateRawSync("as it is").toString()],
      ["", Buffer.from("as it is"), "as it is"],
    ];
    test.for(codings)("%s", async ([coding, body, expected]) => {
      await using server = await answerWith(http("200 OK", { "content-encoding": coding }, body));
      expect((await text(get(server.url)))!.length).toBe(expected.length);
      const stream = (await get(server.url)).stream();
      expect(await new Response(stream).text()).toBe(expected);
      expect(server.sockets.length).toBeLessThanOrEqual(inTurn);
    });
    test.runIf(kind === "node")("zstd is unknown to Node before version 22.15", async () => {
      const load = process.getBuiltinModule;
      const older = { ...load("node:zlib"), createZstdDecompress: undefined };
      await using server = await answerWith(http("200 OK", { "content-encoding": "zstd" }, "as it is"));
      const spy = vi
        .spyOn(process, "getBuiltinModule")
        .mockImplementation(((id: string) => (id === "node:zlib" ? older : load(id))) as typeof load);
      try {
        expect(await text(get(server.url))).toBe("as it is");
      } finally {
        spy.mockRestore();
      }
    });
    test("damaged data is an error", async () => {
      const damaged = gzipSync(plain).fill(7, 20, 60);
      await using server = await answerWith(http("200 OK", { "content-encoding": "gzip" }, damaged));
      await failure(text(get(server.url)));
      await failure(new Response((await get(server.url)).stream()).text());
    });
    test("the limit counts decoded bytes, and a bomb is stopped", async () => {
      const small = gzipSync(Buffer.alloc(1000));
      await using exact = await answerWith(http("200 OK", { "content-encoding": "gzip" }, small));
      expect((await (await get(exact.url)).text(1000))?.length).toBe(1000);
      expect(await (await get(exact.url)).text(999)).toBe(undefined);
      // 4 GB of zeros: the server repeats a compressed part that has no end mark.
      const part = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 1 });
      await using server = await serve(({ socket }) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n");
        const more = (error?: Error | null) => void (error || socket.destroyed || socket.write(part, more));
        more();
      });
      const before = process.memoryUsage().rss;
      expect(await (await get(server.url)).text(1_000_000)).toBe(undefined);
      expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(64);
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    });
  });

  describe("size", () => {
    test.for(["with", "without"])(
      "a body %s a length may have as many bytes as the limit",
      async (length) => {
        await using server = await serve(({ socket }) => {
          if (length === "with") socket.write(http("200 OK", {}, "x".repeat(100_000)));
          else socket.end(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(100_000)}`);
        });
        expect((await (await get(server.url)).text(100_000))?.length).toBe(100_000);
        expect(await (await get(server.url)).text(99_999)).toBe(undefined);
      },
    );
  });

  describe("streams", () => {
    /** Sends a body without end, and counts the bytes that the connection has accepted. */
    const endless = () => {
      const sent = { bytes: 0 };
      const server = serve(({ socket }) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-disposition: attachment\r\n\r\n");
        const chunk = Buffer.alloc(256 * 1024, "x");
        const more = () => {
          socket.write(chunk, (error) => {
            if (error || socket.destroyed) return;
            sent.bytes += chunk.length;
            more();
          });
        };
        more();
      });
      return { sent, server };
    };
    test("a slow reader slows down the server, and a cancelled stream closes the connection", async () => {
      const { sent, server: starting } = endless();
      await using server = await starting;
      const reader = (await get(server.url)).stream()!.getReader();
      expect((await reader.read()).value!.byteLength).toBeGreaterThan(0);
      let before = -1;
      // The buffers of the connection fill up. Then the server cannot send more.
      await expect.poll(() => before === (before = sent.bytes), { interval: 50 }).toBe(true);
      expect(before).toBeLessThan(32 * 1024 * 1024);
      let read = 0;
      while (read < 2 * before + 1_000_000) read += (await reader.read()).value!.byteLength;
      expect(sent.bytes).toBeGreaterThan(before);
      await reader.cancel();
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    });
    test("a cancelled answer closes the connection", async () => {
      const { server: starting } = endless();
      await using server = await starting;
      await (await get(server.url)).cancel();
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    });
    test("a chunk has memory of its own", async () => {
      await using server = await answerWith(http("200 OK", { "x-secret": "canary" }, "body"));
      const { value } = await (await get(server.url)).stream()!.getReader().read();
      expect(value!.constructor).toBe(Uint8Array);
      expect(Buffer.from(value!.buffer).toString("latin1")).toBe("body");
    });
  });

  describe("abort", () => {
    const reason = new Error("the reason");
    test("before the request, nothing is sent", async () => {
      await using server = await answerWith(http("200 OK"));
      expect(await failure(get(server.url, { signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(server.requests).toEqual([]);
    });
    test("right after the start, before the connection is open", async () => {
      await using server = await answerWith(http("200 OK"));
      const stop = new AbortController();
      const sending = get(server.url, { signal: stop.signal });
      stop.abort(reason);
      expect(await failure(sending)).toBe(reason);
      expect(await text(get(server.url))).toBe("");
    });
    test("while the server is silent", async () => {
      const stop = new AbortController();
      await using server = await serve(() => stop.abort(reason));
      expect(await failure(get(server.url, { signal: stop.signal }))).toBe(reason);
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    });
    test("within the headers", async () => {
      const stop = new AbortController();
      await using server = await serve(({ socket }) => {
        socket.write("HTTP/1.1 200 OK\r\nx-a: ", () => setImmediate(() => stop.abort(reason)));
      });
      expect(await failure(get(server.url, { signal: stop.signal }))).toBe(reason);
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    });
    test.for<[string, Record<string, string>, Uint8Array]>([
      ["plain", {}, Buffer.from("part")],
      ["gzip", { "content-encoding": "gzip" }, gzipSync("x".repeat(9999)).subarray(0, 20)],
    ])("within a body, %s", async ([, headers, part]) => {
      await using server = await answerWith(http("200 OK", { ...headers, "content-length": "900" }, part));
      for (const read of [text, (answer: Answer) => new Response(answer.stream()).text()]) {
        const stop = new AbortController();
        const reading = read(await get(server.url, { signal: stop.signal }));
        setImmediate(() => stop.abort(reason));
        await failure(reading);
        await expect.poll(() => server.sockets.at(-1)!.destroyed).toBe(true);
      }
    });
    test("after the headers, while nobody reads", async () => {
      await using server = await answerWith(http("200 OK", { "content-length": "900" }, "part"));
      const stop = new AbortController();
      const answer = await get(server.url, { signal: stop.signal });
      stop.abort(reason);
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
      await failure(text(answer));
    });
    test("after the headers, before the stream is read", async () => {
      await using server = await answerWith(http("200 OK", { "content-length": "900" }, "part"));
      const stop = new AbortController();
      const stream = (await get(server.url, { signal: stop.signal })).stream();
      stop.abort(reason);
      await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
      await failure(new Response(stream).text());
    });
  });

  describe("faults of the connection", () => {
    test.for(["127.0.0.1", "[::1]", "localhost"])("nothing listens at %s: nothing was sent", async (host) => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as { port: number };
      server.close();
      const error = await failure(get(`${secure ? "https" : "http"}://${host}:${port}/`));
      expect([faultCode(error)?.replace("EADDRNOTAVAIL", "ECONNREFUSED"), neverSent(error)]).toEqual([
        "ECONNREFUSED",
        true,
      ]);
    });
    test("a name that does not exist: nothing was sent", async () => {
      const error = await failure(get(`${secure ? "https" : "http"}://nowhere.invalid/`));
      expect(faultCode(error)).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
      expect(neverSent(error)).toBe(true);
    });
    test("the server closes the connection instead of answering: the request may have been received", async () => {
      await using server = await serve(({ socket }) => void socket.end());
      const error = await failure(get(server.url));
      expect(faultCode(error)).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
      expect(neverSent(error)).toBe(false);
    });
    test("the server resets the connection instead of answering: the request may have been received", async () => {
      await using server = await serve(
        ({ socket }) => void (secure ? socket.destroy() : socket.resetAndDestroy()),
      );
      const error = await failure(get(server.url));
      expect(faultCode(error)).toMatch(/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/);
      expect(neverSent(error)).toBe(false);
    });
    test("an answer before the end of a large body is read", async () => {
      const early = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.write(http("413 Too Large", { connection: "close" }, "too large")));
      }).listen(0, "127.0.0.1");
      await once(early, "listening");
      const { port } = early.address() as { port: number };
      const body = new Uint8Array(64 * 1024 * 1024);
      const answer = await get(`http://127.0.0.1:${port}/`, { method: "POST", body });
      expect([answer.status, await text(answer)]).toEqual([413, "too large"]);
      early.close();
    });
  });

  describe("connections", () => {
    test("requests that run one after another use the same connections", async () => {
      await using server = await answerWith(http("200 OK", {}, "ok"));
      for (let count = 0; count < 5; count++) expect(await text(get(server.url))).toBe("ok");
      expect(server.sockets.length).toBeLessThanOrEqual(inTurn);
    });
    test("a connection that the server has closed is not used again", async () => {
      await using server = await serve(({ socket }) => void socket.end(http("200 OK", {}, "ok")));
      for (let count = 0; count < 3; count++) {
        expect(await text(get(server.url))).toBe("ok");
        await expect.poll(() => server.sockets.at(-1)!.destroyed).toBe(true);
      }
      expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
    });
    test("`connection: close` is respected", async () => {
      await using server = await answerWith(http("200 OK", { connection: "close" }, "ok"));
      for (let count = 0; count < 3; count++) expect(await text(get(server.url))).toBe("ok");
      expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
    });
    test("a hundred requests at once all get their own answer", async () => {
      await using server = await serve(({ socket, head }) => {
        const path = /^GET (\S+)/.exec(head)![1]!;
        setImmediate(() => socket.write(http("200 OK", {}, path)));
      });
      const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
      expect(await Promise.all(paths.map((path) => text(get(server.url + path))))).toEqual(paths);
    });
  });
});
