import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { ConnectorError } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { afterEach, describe, expect, test } from "vitest";
import { json, serve, type Received, type TestServer } from "../../../fixtures/server.ts";
import { openSlackService } from "../../../hosted/open-service.ts";

// Tests downloads over real sockets, both in process and through a hosted service.

const token = "xoxb-canary";
const MiB = 1024 * 1024;
type Answer = (response: ServerResponse, request: Received) => void;

const cleanup: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0).reverse()) await close();
});

/** Starts a simulated Slack with one file. The test sends the bytes of the file. */
async function fileHost(answer: Answer, info: object = {}): Promise<TestServer> {
  const server = await serve((request, response) => {
    if (!request.path.endsWith("/files.info")) return answer(response, request);
    const url_private_download = `${server.url}/files-pri/T1-F1/download/a.bin`;
    const file = { id: "F1", name: "a.bin", mimetype: "application/pdf", url_private_download, ...info };
    json(response, 200, { ok: true, file });
  });
  cleanup.push(() => server[Symbol.asyncDispose]());
  return server;
}

const modes = {
  "in process": async ({ url }: TestServer, timeoutMs: number) =>
    new SlackConnector({ auth: { api_token: token } }, { endpoint: `${url}/api`, timeoutMs }),
  hosted: async ({ url }: TestServer, timeoutMs: number) => {
    const service = await openSlackService({ endpoint: `${url}/api`, timeoutMs });
    cleanup.push(service.close);
    const user = { external_user_id: "u", ...service.application, base_url: service.url };
    return SlackConnector.create({ ...user, auth: { api_token: token } });
  },
};

const failed = async (call: Promise<unknown>): Promise<ConnectorError> => {
  const error: unknown = await call.then(
    () => expect.fail("it ended well"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
};

/** Reads a stream until its end or an error. Returns the number of bytes and the error. */
async function readAll(stream: ReadableStream<Uint8Array>) {
  let size = 0;
  try {
    for await (const chunk of stream) size += chunk.byteLength;
    return { size, error: undefined };
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectorError);
    return { size, error: error as ConnectorError };
  }
}

const chunk = (index: number) => Buffer.alloc(64 * 1024, index);
/**
 * Writes chunks as fast as the reader takes them, and counts them in `written`. Resolves when the connection closes.
 */
function lazily(response: ServerResponse, chunks: number, told: { written: number }): Promise<unknown> {
  const write = () => {
    while (told.written < chunks)
      if (!response.write(chunk(told.written++))) return response.once("drain", write);
    return response.end();
  };
  write();
  return once(response, "close");
}

describe.each(Object.entries(modes))("%s", (mode, open) => {
  const download = async (
    answer: Answer,
    { info = {}, params = {}, signal, timeoutMs = 10_000 }: Asked = {},
  ) => {
    const server = await fileHost(answer, info);
    const slack = await open(server, timeoutMs);
    return slack.files.download({ file: "F012AB3CD", ...params }, { signal });
  };

  test("64 MiB arrive unchanged, and the host must wait while nobody reads", async () => {
    const chunks = 1024;
    const told = { written: 0 };
    const { data, meta } = await download(
      (response) => {
        response.writeHead(200, { "content-length": chunks * 64 * 1024 });
        void lazily(response, chunks, told);
      },
      { params: { max_bytes: 64 * MiB } },
    );
    expect(meta).toEqual({ filename: "a.bin", content_type: "application/pdf", size: 64 * MiB });
    // Waits until the host writes no more. The bytes that it has written until then are in the buffers of sockets.
    for (let before = -1; before !== told.written;) {
      before = told.written;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(told.written * 64 * 1024).toBeLessThan(32 * MiB);
    let size = 0;
    for await (const part of data) {
      for (const at of [0, part.length - 1])
        if (part[at] !== Math.floor((size + at) / (64 * 1024)) % 256) expect.fail(`wrong at ${size + at}`);
      size += part.length;
    }
    expect(size).toBe(64 * MiB);
  });

  test.each([
    ["files.info", { size: 6000 }, {}],
    ["content-length", {}, { "content-length": "6000" }],
  ])("if %s announces more than max_bytes, nothing is read", async (_by, info, headers) => {
    const call = download((response) => response.writeHead(200, headers).write("x"), {
      info,
      params: { max_bytes: 5000 },
    });
    const error = await failed(call);
    expect(error.code).toBe("upstream_response_too_large");
    expect(error.hint).toContain("max_bytes");
  });

  test("a file larger than max_bytes fails, even if its announced size is smaller", async () => {
    const told = { written: 0 };
    const { data, meta } = await download((response) => void lazily(response, 1024, told), {
      info: { size: 5 },
      params: { max_bytes: MiB },
    });
    expect(meta.size).toBe(5);
    const { size, error } = await readAll(data);
    expect(size).toBeLessThanOrEqual(MiB);
    // HTTP cannot report an error in the middle of a body. Through a service, every error is a broken connection.
    expect(error?.code).toBe(mode === "hosted" ? "upstream_unreachable" : "upstream_response_too_large");
    expect(told.written).toBeLessThan(1024);
  });

  test("a broken connection is never taken for the end of the file", async () => {
    for (const headers of [{}, { "content-length": 200_000 }]) {
      const { data } = await download((response) =>
        response.writeHead(200, headers).write(Buffer.alloc(100_000), () => response.destroy()),
      );
      const { size, error } = await readAll(data);
      expect(error).toMatchObject({ code: "upstream_unreachable", retryable: true });
      expect(error?.message).toContain(`after ${size} bytes`);
    }
  });

  test("a file that is shorter than announced fails", async () => {
    const { data } = await download((response) => {
      response.writeHead(200, { "content-length": 1000 }).flushHeaders();
      response.write("x".repeat(400), () => response.socket?.end());
    });
    expect((await readAll(data)).error?.code).toBe("upstream_unreachable");
  });

  test("a host that stops sending fails after the time limit", async () => {
    const { data } = await download((response) => response.write("x".repeat(100)), { timeoutMs: 300 });
    const { size, error } = await readAll(data);
    expect(size).toBe(100);
    expect(error?.code).toBe(mode === "hosted" ? "upstream_unreachable" : "upstream_timeout");
    expect(error?.message).toContain("after 100 bytes");
  });

  test("a reader can take longer than the time limit", async () => {
    const { data } = await download((response) => void lazily(response, 512, { written: 0 }), {
      params: { max_bytes: 32 * MiB },
      timeoutMs: 900,
    });
    const reader = data.getReader();
    const first = (await reader.read()).value!.byteLength;
    await new Promise((resolve) => setTimeout(resolve, 1300));
    reader.releaseLock();
    expect(await readAll(data)).toEqual({ size: 32 * MiB - first, error: undefined });
  });

  test.each(["cancel", "abort", "abort unread", "leave the loop"])(
    "%s ends the host's answer",
    async (way) => {
      const caller = new AbortController();
      let left: Promise<unknown> | undefined;
      const { data } = await download((response) => void (left = lazily(response, 1e9, { written: 0 })), {
        signal: caller.signal,
      });
      if (way === "leave the loop") for await (const _ of data) break;
      else {
        const reader = data.getReader();
        if (way !== "abort unread") expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
        if (way === "cancel") await reader.cancel();
        else {
          caller.abort();
          expect(await failed(reader.read())).toMatchObject({ code: "aborted" });
        }
      }
      await left;
    },
  );

  test("a redirect to another host is refused, and only the file host gets the token", async () => {
    const elsewhere = await serve((_, response) => void response.end("x"));
    cleanup.push(() => elsewhere[Symbol.asyncDispose]());
    let authorization: string | undefined;
    const call = download((response, request) => {
      ({ authorization } = request.headers);
      response.writeHead(302, { location: `${elsewhere.url}/a` }).end();
    });
    expect((await failed(call)).code).toBe("upstream_redirect_refused");
    expect(authorization).toBe(`Bearer ${token}`);
    expect(elsewhere.requests).toEqual([]);
  });

  test("a sign-in page is an error before any bytes are returned, even if it is longer than max_bytes", async () => {
    const page = "<html>".repeat(100);
    const headers = { "content-type": "text/html", "content-length": page.length };
    const call = download((response) => response.writeHead(200, headers).end(page), {
      params: { max_bytes: 10 },
    });
    expect((await failed(call)).code).toBe("credential_insufficient_scope");
  });

  test("a tool reads only what it can show", async () => {
    let left: Promise<unknown> | undefined;
    const told = { written: 0 };
    const server = await fileHost((response) => {
      response.writeHead(200, { "content-length": 1024 * MiB });
      left = lazily(response, 16 * 1024, told);
    });
    const slack = await open(server, 10_000);
    const tool = await slack.tool({ outputBudget: 2000 });
    const params = { file: "F012AB3CD", max_bytes: 1024 * MiB };
    // The first chunk contains only zero bytes, so the file is not text.
    const got = await tool.call({ entity: "files", action: "download", params });
    expect(got).toMatchObject({
      ok: true,
      data: { filename: "a.bin", size: 1024 * MiB, note: "Binary file: read it with code." },
    });
    await left;
    expect(told.written).toBeLessThan(1024);
  });
});

interface Asked {
  info?: object;
  params?: object;
  signal?: AbortSignal;
  timeoutMs?: number;
}
