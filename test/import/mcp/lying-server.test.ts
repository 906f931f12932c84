import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyConnector } from "../../../src/core/contract/connector.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { importMcp, type McpImportOptions } from "../../../src/import/mcp/import-mcp.ts";
import { mcpConnector } from "../../../src/import/mcp/mcp-connector.ts";
import type { McpFile } from "../../../src/import/mcp/mcp-file.ts";
import { listen, lyingCommand } from "./servers/start.ts";

let folder: string;
let log: string;
let stop: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-lies-"));
  log = join(folder, "calls");
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  rmSync(folder, { recursive: true });
});

type Open = AnyConnector & {
  execute(entity: string, action: string, params?: object): Promise<{ data: unknown }>;
};
const failure = async (call: Promise<unknown>): Promise<ConnectorError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
};
const calls = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
const secret = "token-0123456789";
const lying = (lie: string, options: McpImportOptions = {}) =>
  importMcp({ command: lyingCommand(lie, log), env: { SECRET_TOKEN: secret } }, { name: "liar", ...options });
const trusting = { overlay: { trustReadOnly: ["*"] } };
const open = ({ file }: { file: McpFile }, timeoutMs?: number) => {
  const Connector = mcpConnector(file, { allowCommand: true, signal: stop.signal });
  return new Connector(
    { auth: { SECRET_TOKEN: secret } } as never,
    timeoutMs ? { timeoutMs } : {},
  ) as unknown as Open;
};

describe("the list of a lying server", () => {
  test.each([
    ["many", "upstream_response_too_large", /lists more tools than a connector takes: at most 2000/],
    ["endless-pages", "upstream_invalid_response", /the same page of tools again and again/],
  ] as const)("%s is an error", async (lie, code, says) => {
    expect(await failure(lying(lie))).toMatchObject({
      code,
      message: expect.stringMatching(says),
      outcome: "not_started",
    });
  });

  test("is read to its last page", async () => {
    const { file } = await lying("pages");
    expect(Object.keys(file.actions.server!)).toEqual(["first", "second"]);
  });

  test("with names that hide or harm makes safe names, or leaves tools out", async () => {
    const { file, report } = await lying("names");
    expect(Object.keys(file.actions)).toEqual(["server"]);
    expect(Object.keys(file.actions.server!)).toEqual([
      "proto",
      "constructor_server",
      "to_string",
      "tools_server",
      "then_server",
    ]);
    expect(report.skipped.map(({ source }) => source)).toEqual(["tool 4 of the list", "tool 5 of the list"]);
    const { data } = await open({ file }).execute("server", "proto", {});
    expect(data).toEqual({ text: "done" });
    expect(JSON.parse(calls()[0]!)).toEqual({ name: "__proto__", arguments: {} });
  });

  test("with long texts makes short ones, without characters that nobody sees", async () => {
    const { file } = await lying("texts");
    const { description } = file.actions.server!.do_it!;
    expect(description.length).toBeLessThanOrEqual(300);
    for (const hidden of ["\\u0007", "\u202E"]) expect(JSON.stringify(file)).not.toContain(hidden);
    expect(JSON.stringify(file).length).toBeLessThan(3000);
  });

  test("with schemas that cannot be checked leaves these tools out, and says why", async () => {
    const { file, report } = await lying("schemas");
    expect(Object.keys(file.actions.server!)).toEqual(["fine", "recursive"]);
    expect(Object.fromEntries(report.skipped.map(({ source, reason }) => [source, reason]))).toEqual({
      slow: expect.stringContaining("could take very long on some texts"),
      other: expect.stringContaining("not that of an object"),
      endless: expect.stringContaining("refer to each other without an end"),
      poisoned: expect.stringContaining("not plain JSON"),
    });
    expect(file.actions.server!.recursive!.params.properties).toMatchObject({
      node: { type: "object", properties: { next: {} } },
      definitions: { type: "string" },
    });
  });

  test("with a tool twice leaves it out", async () => {
    const { file, report } = await lying("twice-listed");
    expect(Object.keys(file.actions.server!)).toEqual(["fine"]);
    expect(report.skipped).toEqual([{ source: "do_it", reason: "The server lists it twice." }]);
  });

  test("that changes between two calls is noticed before a write is sent", async () => {
    const connector = open(await lying("changes"));
    await connector.execute("server", "do_it", { text: "one" });
    await connector.execute("server", "do_it", { text: "two" });
    expect(await failure(connector.execute("server", "do_it", { text: "three" }))).toMatchObject({
      code: "config_error",
      outcome: "not_started",
    });
    expect(calls()).toHaveLength(2);
  });

  test("that changes is read again after a notification, also for a read", async () => {
    const connector = open(await lying("notifies", trusting));
    await connector.execute("server", "do_it", {});
    expect(await failure(connector.execute("server", "do_it", {}))).toMatchObject({
      code: "config_error",
      outcome: "not_started",
    });
    expect(calls()).toHaveLength(1);
  });

  test("with claims that its own words contradict is not believed, even if a person believes the server", async () => {
    const { file, report } = await lying("claims", trusting);
    expect(Object.entries(file.actions.server!).map(([name, { effect }]) => `${name} ${effect}`)).toEqual([
      "get_it read",
      "delete_it destructive",
      "list_it destructive",
      "see_it destructive",
    ]);
    expect(report.guesses).toEqual([{ action: "server.delete_it", says: expect.stringContaining("its name begins with a word for a change") }]); // prettier-ignore
  });

  test("that never comes is an error", async () => {
    expect(await failure(lying("mute", { timeoutMs: 300 }))).toMatchObject({
      code: "upstream_timeout",
      message: expect.stringContaining("no answer within 300 ms"),
      outcome: "not_started",
    });
  });
});

describe("the answer of a lying server", () => {
  test.each([
    ["silent", "upstream_timeout"],
    ["dies", "upstream_unreachable"],
    ["large", "upstream_response_too_large"],
    ["no-result", "upstream_invalid_response"],
    ["echoes-error", "upstream_rejected"],
  ] as const)("%s is an error: unknown for a write, not started for a read", async (lie, code) => {
    for (const [options, outcome] of [
      [{}, "unknown"],
      [trusting, "not_started"],
    ] as const) {
      const imported = await lying(lie, options);
      const error = await failure(
        open(imported, lie === "silent" ? 3000 : undefined).execute("server", "do_it", {}),
      );
      expect(error).toMatchObject({ code, outcome });
      expect(JSON.stringify(error)).not.toContain(secret);
    }
    expect(calls()).toHaveLength(2);
  });

  test("is asked for again on a new connection after the server has ended", async () => {
    const connector = open(await lying("dies"));
    await failure(connector.execute("server", "do_it", {}));
    await failure(connector.execute("server", "do_it", {}));
    expect(calls()).toHaveLength(2);
  });

  test("that comes twice counts once", async () => {
    const connector = open(await lying("answers-twice"));
    expect((await connector.execute("server", "do_it", {})).data).toEqual({ text: "first" });
    expect((await connector.execute("server", "do_it", {})).data).toEqual({ text: "first" });
  });

  test("never contains the credentials", async () => {
    const { data } = await open(await lying("echoes")).execute("server", "do_it", {});
    expect(data).toEqual({ text: "The token is [secret]" });
  });

  test("with wrong params says that nothing was done", async () => {
    const error = await failure(open(await lying("bad-params")).execute("server", "do_it", {}));
    expect(error).toMatchObject({ code: "upstream_rejected", outcome: "not_started" });
    expect(error.message).toContain("(-32602): “text is wrong”");
  });

  test("loses names that could change a prototype", async () => {
    const { data } = await open(await lying("prototypes")).execute("server", "do_it", {});
    expect(JSON.stringify(data)).toBe('{"a":1}');
  });

  test("that is very deep is cut", async () => {
    const { data } = await open(await lying("deep")).execute("server", "do_it", {});
    expect(JSON.stringify(data).length).toBeLessThan(1000);
  });
});

describe("a lying server over HTTP", () => {
  const json = (id: unknown, result: object) => Response.json({ jsonrpc: "2.0", id, result });
  const serve = async (lie: (id: unknown) => Response | Promise<Response>) => {
    const elsewhere = await listen(() => new Response("thanks"));
    const server = await listen(async (request) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const { id, method } = (await request.json()) as { id?: number; method: string };
      if (method === "initialize")
        return json(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "liar", version: "1" } }); // prettier-ignore
      if (method === "tools/list")
        return json(id, { tools: [{ name: "do_it", inputSchema: { type: "object" } }] });
      if (method === "tools/call") return lie(id);
      return id === undefined
        ? new Response(null, { status: 202 })
        : Response.json({ jsonrpc: "2.0", id, error: { code: -32_601, message: "No" } });
    });
    stop.signal.addEventListener("abort", () => void Promise.all([server.close(), elsewhere.close()]));
    const imported = await importMcp(
      { url: server.url, bearer: secret },
      { name: "liar", allowLoopback: true },
    );
    const Connector = mcpConnector(imported.file, { allowLoopback: true, signal: stop.signal });
    const connector = new Connector({ auth: { token: secret } } as never, {
      timeoutMs: 1000,
    }) as unknown as Open;
    return { connector, server, elsewhere };
  };
  let target = "";

  test.each([301, 302, 307, 308])(
    "that redirects with the status %i gets no second request",
    async (status) => {
      const { connector, elsewhere, server } = await serve(
        () => new Response(null, { status, headers: { location: target } }),
      );
      target = elsewhere.url;
      const error = await failure(connector.execute("server", "do_it", {}));
      expect(error).toMatchObject({ code: "upstream_redirect_refused", outcome: "unknown" });
      expect(elsewhere.received).toEqual([]);
      expect(server.received.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
    },
  );

  test("that redirects to its own address gets no second request either", async () => {
    const { connector, server } = await serve(
      () => new Response(null, { status: 307, headers: { location: "/mcp?again" } }),
    );
    await failure(connector.execute("server", "do_it", {}));
    expect(server.received.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
  });

  test.each([
    [
      "JSON",
      (id: unknown) =>
        endless(
          `{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[{"type":"text","text":"`,
          "application/json",
        ),
    ],
    [
      "an event",
      (id: unknown) => endless(`data: {"jsonrpc":"2.0","id":${String(id)},"result":"`, "text/event-stream"),
    ],
  ])("that never ends %s is cut off", async (_, lie) => {
    const { connector } = await serve(lie);
    expect(await failure(connector.execute("server", "do_it", {}))).toMatchObject({
      code: "upstream_response_too_large",
      outcome: "unknown",
    });
  });

  test("that refuses one call answers the next one, on a new connection", async () => {
    let refused = false;
    const { connector } = await serve((id) => {
      if (refused) return json(id, { content: [{ type: "text", text: "done" }] });
      refused = true;
      return new Response("slow down", { status: 429 });
    });
    expect(await failure(connector.execute("server", "do_it", {}))).toMatchObject({
      code: "upstream_rate_limited",
    });
    expect((await connector.execute("server", "do_it", {})).data).toEqual({ text: "done" });
  });

  test("that never answers is an error with an unknown outcome, and the call is not sent again", async () => {
    const { connector, server } = await serve(() => new Promise(() => {}));
    expect(await failure(connector.execute("server", "do_it", {}))).toMatchObject({
      code: "upstream_timeout",
      outcome: "unknown",
    });
    expect(server.received.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
  });

  test.each([
    [403, "credential_insufficient_scope", "not_started"],
    [429, "upstream_rate_limited", "not_started"],
    [500, "upstream_unreachable", "unknown"],
  ])("that answers with the status %i", async (status, code, outcome) => {
    const { connector } = await serve(() => new Response(`The token is ${secret}`, { status }));
    const error = await failure(connector.execute("server", "do_it", {}));
    expect(error).toMatchObject({ code, outcome });
    expect(JSON.stringify(error)).not.toContain(secret);
  });
});

function endless(start: string, type: string): Response {
  const piece = new TextEncoder().encode("x".repeat(65_536));
  let first = true;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(first ? new TextEncoder().encode(start) : piece);
      first = false;
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}
