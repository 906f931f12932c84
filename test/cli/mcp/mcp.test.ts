import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { slackSandbox } from "agent-connectors/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { textOf } from "../../adapters/mcp-loop.ts";
import { bundled } from "../../bundled.ts";
import { runNode } from "../../run-node.ts";
import { runHere } from "../run-here.ts";

const cwd = fileURLToPath(new URL("../../..", import.meta.url));
/** The programs get no other variable of this process. Node's folder for compiled modules makes their start faster. */
const cache = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"]! };
const program = [await bundled("cli"), "mcp"];
/** Options of Node with which the sources run, and requests to Slack go to a sandbox. */
const onSandbox = ["--conditions=agent-connectors-source", "--import", "./test/examples/slack-is-sandbox.ts"];

/** Starts the command `mcp` in another process, and connects a client to it. */
async function start(args: string[], { env = {}, node = [] as string[] } = {}) {
  const command = {
    command: process.execPath,
    args: [...node, ...program, ...args],
    cwd,
    env: { ...cache, ...env },
  };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  const call = async (name: string, entity: string, action: string, params: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { entity, action, params } });
    return {
      isError,
      result: JSON.parse(textOf(content)) as { data: { rows: string[][] }; error: { code: string } },
    };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

describe("agent-connectors mcp", () => {
  test("serves the tools of a sandbox to a client: a read, a write that a later read shows, and a refused call", async () => {
    await using served = await start(["slack", "--sandbox"]);
    const { client, call } = served;
    expect(client.getServerVersion()).toMatchObject({ name: "slack", version: "0.1.0" });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["slack_read", "slack_write"]);
    const { result } = await call("slack_read", "channels", "list", { limit: 1 });
    const channel = result.data.rows[0]![0]!;
    const text = "Hello over stdio";
    expect((await call("slack_write", "messages", "create", { channel, text })).isError).toBeUndefined();
    const after = await call("slack_read", "channel_messages", "list", { channel, limit: 1 });
    expect(JSON.stringify(after.result.data)).toContain(text);
    const refused = await call("slack_write", "messages", "create", { channel });
    expect(refused).toMatchObject({ isError: true, result: { error: { code: "invalid_params" } } });
  });

  test("uses the credentials of the environment, and allows only what the options allow", async () => {
    const env = { SLACK_TOKEN: slackSandbox().tokens.bot };
    const args = [
      "slack",
      "--effects",
      "read",
      "--include",
      "channels, users.list",
      "--exclude",
      "channels.get",
    ];
    await using served = await start(args, { env, node: onSandbox });
    const { tools } = await served.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["slack_read"]);
    expect(tools[0]!.inputSchema.properties).toMatchObject({
      entity: { enum: ["channels", "users", "connector"] },
      action: { enum: ["list", "describe"] },
    });
    expect((await served.call("slack_read", "users", "list")).isError).toBeUndefined();
    const refused = await served.call("slack_read", "messages", "create", { channel: "C1", text: "Hi" });
    expect(refused).toMatchObject({ isError: true, result: { error: { code: "policy_denied" } } });
  });

  test("writes where people of another company read only with --external, and passes images only with --vision", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-connectors-test-"));
    const file = join(folder, "workspace.json");
    const users = ["Maya", { name: "Paul", company: "Acme Corp" }];
    writeFileSync(
      file,
      JSON.stringify({ users, channels: [{ name: "partners", shared_with: ["Acme Corp"] }] }),
    );
    const content_base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";
    const use = async (...options: string[]) => {
      await using served = await start(["slack", "--sandbox", file, ...options]);
      const { call, client } = served;
      const posted = await call("slack_write", "messages", "create", { channel: "#partners", text: "Hi" });
      const made = await call("slack_write", "files", "upload", { filename: "a.png", content_base64 });
      const { id } = made.result.data as unknown as { id: string };
      const { content } = await client.callTool({
        name: "slack_read",
        arguments: { entity: "files", action: "download", params: { file: id } },
      });
      return { posted, content };
    };
    const without = await use();
    expect(without.posted).toMatchObject({ isError: true, result: { error: { code: "policy_denied" } } });
    expect(without.content).toMatchObject([{ type: "text" }]);
    const withBoth = await use("--external", "--vision");
    expect(withBoth.posted.isError).toBeUndefined();
    expect(withBoth.content).toMatchObject([
      { type: "text" },
      { type: "image", mimeType: "image/png", data: content_base64 },
    ]);
    rmSync(folder, { recursive: true });
  });

  test("allows only the channels that --only names", async () => {
    const [one, other] = slackSandbox().state().channels;
    const only = ["--only", `channel=${one!.id}, C0OTHER`, "--only", "channel=C0THIRD"];
    await using served = await start(["slack", "--sandbox", ...only]);
    const get = (id: string) => served.call("slack_read", "channels", "get", { channel: id });
    expect((await get(one!.id)).isError).toBeUndefined();
    expect(await get(other!.id)).toMatchObject({
      isError: true,
      result: { error: { code: "policy_denied" } },
    });
  });

  test("serves several connectors, and limits each as the values with its name say", async () => {
    const [one, other] = slackSandbox().state().channels;
    const limits = [
      "--only",
      `slack.channel=${one!.id}`,
      "--effects",
      "slack.read,amazon-ads.read,amazon-ads.write",
    ];
    await using served = await start(["slack", "amazon-ads", "--sandbox", ...limits]);
    const names = (await served.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(["slack_read", "amazon_ads_read", "amazon_ads_write"]);
    const get = (channel: string) => served.call("slack_read", "channels", "get", { channel });
    expect((await get(one!.id)).isError).toBeUndefined();
    expect(await get(other!.id)).toMatchObject({
      isError: true,
      result: { error: { code: "policy_denied" } },
    });
    expect((await served.call("amazon_ads_read", "profiles", "list")).isError).toBeUndefined();
  });

  test("prints the address and the token with --http, serves a client, and ends by itself", async () => {
    const child = spawn(process.execPath, [...program, "slack", "--sandbox", "--http"], { cwd, env: cache });
    onTestFinished(() => void child.kill("SIGKILL"));
    const printed: Record<string, string> = {};
    for await (const line of createInterface(child.stderr)) {
      const [, name, value] = /^agent-connectors mcp: (\w+):? (.*)$/.exec(line)!;
      printed[name!] = value!;
      if (name === "serving") break;
    }
    const requestInit = { headers: { authorization: `Bearer ${printed["token"]}` } };
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(printed["address"]!), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  const endings = ["SIGTERM", "SIGINT", "the end of its input"] as const;
  /** Starts the command without a client, and writes one call to its input. `end` ends the command. */
  function startBare(args: string[], how: (typeof endings)[number], env = {}) {
    const child = spawn(process.execPath, args, { cwd, env: { ...cache, ...env } });
    onTestFinished(() => void child.kill("SIGKILL"));
    const params = { name: "slack_read", arguments: { entity: "channels", action: "list" } };
    child.stdin.write(
      `no JSON\n${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`,
    );
    const end = () => (how === "the end of its input" ? child.stdin.end() : child.kill(how));
    const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    return { stdout: createInterface(child.stdout), stderr: createInterface(child.stderr), end, ended };
  }

  test.each(endings)("writes only the protocol on standard output, and ends by itself on %s", async (how) => {
    const { stdout, stderr, end, ended } = startBare([...program, "slack", "--sandbox"], how);
    const logged: string[] = [];
    stderr.on("line", (line) => logged.push(line));
    const lines: unknown[] = [];
    for await (const line of stdout) {
      lines.push(JSON.parse(line));
      end();
    }
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(lines).toMatchObject([{ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text" }] } }]);
    expect(logged).toEqual(["agent-connectors mcp: serving slack from a sandbox"]);
  });

  test.each(endings)("%s aborts running calls, and no response follows", async (how) => {
    // This `fetch` never responds, and keeps the process running until its request is aborted.
    const silence = `globalThis.fetch = (_, { signal }) => new Promise((_, reject) => {
      const wait = setInterval(() => {}, 1000);
      signal.addEventListener("abort", () => { clearInterval(wait); reject(signal.reason); });
      console.error("asked");
    });`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(silence)}`];
    const env = { SLACK_TOKEN: slackSandbox().tokens.bot };
    const { stdout, stderr, end, ended } = startBare([...node, ...program, "slack"], how, env);
    stderr.on("line", (line) => line === "asked" && end());
    const lines: string[] = [];
    stdout.on("line", (line) => lines.push(line));
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(lines).toEqual([]);
  });

  test.each([
    [["slack"], /credentials_mismatch: [\s\S]*SLACK_TOKEN[\s\S]*--sandbox/],
    [["slak", "--sandbox"], /Did you mean slack\?/],
    [["slack", "--sandbox", "--effects", "reads"], /config_error: .*"reads" is not an effect/],
    [["slack", "--sandbox", "--include", "channels.destroy"], /config_error: .*matches no action/],
    [["slack", "--sandbox", "--only", "#general"], /config_error: .*there is no kind "#general"/],
    [["slack", "--sandbox", "--only", "channel=#general"], /config_error: .*"#general" is not the id/],
    [["slack", "--sandbox", "--effects", "spend"], /config_error: The tool has no action/],
    [["slack", "slack", "--sandbox"], /config_error: The connector slack is named twice/],
    [
      ["slack", "amazon-ads", "--sandbox", "--include", "amazon-ads.channels"],
      /config_error: .*matches no action/,
    ],
  ])("%j fails at once with a hint, and prints nothing on standard output", async (args, message) => {
    const { code, stdout, stderr } = await runHere(["mcp", ...args]);
    expect({ code, stdout }).toEqual({ code: stderr.startsWith("credentials_mismatch") ? 4 : 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("    at ");
  });

  test("ends the process after a wrong option", async () => {
    const { code, stderr } = await runNode([...program, "slack", "--sandbox", "--effects", "spend"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^config_error: The tool has no action/)]);
  });
});
