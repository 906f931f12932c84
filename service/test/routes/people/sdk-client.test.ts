import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { listen } from "agent-connectors-service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../support/connect.ts";
import {
  authorizePath,
  clientId,
  goodDocument,
  newVerifier,
  openWalk,
  redirectUri,
  type Walk,
} from "./walk.ts";

// The clients of both versions of the MCP SDK find the authorization server, and sign in a person, over real sockets.

let walk: Walk;
let url: string;
let close = async () => {};
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  const server = await listen((request, from) => walk.service.service(request, from), "127.0.0.1", 0);
  ({ url } = server);
  walk = await openWalk({ dataDir, databaseUrl: undefined }, { publicUrl: url });
  close = async () => {
    await server.close(0);
    await walk.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
});
afterAll(() => close());

/** What the SDK asks of an application about the sign-in. */
function newProvider() {
  let [tokens, verifier] = [undefined as unknown, ""];
  const visited = { url: new URL("about:blank") };
  const provider = {
    redirectUrl: redirectUri,
    clientMetadataUrl: clientId,
    clientMetadata: { ...goodDocument, client_id: undefined },
    clientInformation: () => undefined as never,
    saveClientInformation: () => {},
    tokens: () => tokens as never,
    saveTokens: (saved: unknown) => void (tokens = saved),
    redirectToAuthorization: (to: URL) => void (visited.url = to),
    saveCodeVerifier: (saved: string) => void (verifier = saved),
    codeVerifier: () => verifier,
  };
  let information: { client_id: string } | undefined;
  provider.clientInformation = () => information as never;
  provider.saveClientInformation = ((saved: { client_id: string }) => void (information = saved)) as never;
  return { provider, visited };
}

test.each([
  ["version 1 of the SDK", "ana", Client1, Transport1],
  ["version 2 of the SDK", "bob", Client2, Transport2],
] as const)("a client of %s signs in a person, and lists the tools", async (_, user, Client, Transport) => {
  await walk.service.create(user);
  const { provider, visited } = newProvider();
  const open = () => {
    const client = new Client({ name: "test", version: "1" });
    return { client, transport: new Transport(new URL(`${url}/mcp`), { authProvider: provider as never }) };
  };
  const first = open();
  await expect(first.client.connect(first.transport as never)).rejects.toThrow(/nauthorized/);
  expect(visited.url.searchParams.get("resource")).toBe(`${url}/mcp`);
  const browser = openBrowser(walk.service);
  const started = await browser.get(visited.url.href);
  const agree = new URL(started.headers.get("location")!, url).href;
  const asked = await browser.get(agree);
  walk.openid.next.account = user;
  const back = await browser.get(await walk.openid.visit(asked.headers.get("location")!));
  const page = await browser.get(new URL(back.headers.get("location")!, url).href);
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(page.text)!;
  const decided = await browser.submit(agree, { csrf: csrf!, effects: "read", decision: "allow" });
  const resumed = await browser.get(new URL(decided.headers.get("location")!, url).href);
  const { searchParams } = new URL(resumed.headers.get("location")!);
  const iss = searchParams.get("iss")!;
  await (first.transport.finishAuth as (code: string, iss?: string) => Promise<void>)(
    searchParams.get("code")!,
    iss,
  );
  const second = open();
  await second.client.connect(second.transport as never);
  const { tools } = await second.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["slack_read"]);
  await second.client.close();
});

test("an address inside is never asked for the document of a client", async () => {
  let asked = 0;
  const inside = await listen(async () => ((asked += 1), Response.json(goodDocument)), "127.0.0.1", 0);
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  const guarded = await openWalk({ dataDir, databaseUrl: undefined }, { documents: "guarded" });
  for (const host of [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "10.0.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "2130706433",
    "0x7f.1",
    `127.0.0.1:${inside.port}`,
    `localhost:${inside.port}`,
  ]) {
    const path = authorizePath(newVerifier(), { client_id: `https://${host}/mcp.json` });
    const { status, headers } = await guarded.service.ask(path);
    expect([host, status >= 400, headers.get("location")]).toEqual([host, true, null]);
  }
  expect(asked).toBe(0);
  await inside.close(0);
  await guarded.close();
  rmSync(dataDir, { recursive: true, force: true });
});
