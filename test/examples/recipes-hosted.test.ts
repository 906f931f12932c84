import { execFile, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../core/connect/consent.ts";
import { openSlackService, type HostedService } from "../hosted/open-service.ts";
import { expectPrinted, recipePage } from "./recipe-page.ts";

// Runs the recipes that use the hosted service, and compares what they print with their pages.

const sandbox = slackSandbox();
let service: HostedService;
let url: string;
beforeAll(async () => {
  const { client_id, client_secret } = sandbox.app;
  service = await openSlackService(sandbox.options, {}, { client_id, client_secret });
  ({ url } = service);
});
afterAll(() => service.close());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the recipe connect-by-link connects a workspace, and says if the person refuses", async () => {
  const { program: file, prints } = recipePage("connect-by-link");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await service.allowReturnUrl(`${origin}/connected`);
  const { airbyte_client_id, airbyte_client_secret } = service.application;
  const program = spawn(process.execPath, ["--conditions=agent-connectors-source", file], {
    env: {
      ...process.env,
      AGENT_CONNECTORS_CLIENT_ID: airbyte_client_id,
      AGENT_CONNECTORS_CLIENT_SECRET: airbyte_client_secret,
      AGENT_CONNECTORS_URL: url,
      PORT: `${port}`,
    },
  });
  try {
    const printed = await new Promise<string>((resolve, reject) => {
      program.stdout.once("data", (chunk) => resolve(String(chunk)));
      program.once("exit", () => reject(new Error("The program ended.")));
    });
    expect(printed.replace(`:${port}/`, ":3000/")).toBe(prints[0]);
    const visit = async (decision: string) => {
      const link = (await fetch(`${origin}/connect`, { redirect: "manual" })).headers.get("location")!;
      const started = await fetch(link, {
        method: "POST",
        redirect: "manual",
        headers: { origin: new URL(link).origin },
      });
      const callback = await decide(sandbox.fetch, started.headers.get("location")!, decision);
      const cookie = started.headers.get("set-cookie")!.split(";")[0]!;
      const back = await fetch(callback, { redirect: "manual", headers: { cookie } });
      return (await fetch(back.headers.get("location")!)).text();
    };
    expect(`${await visit("allow")}\n`).toBe(prints[1]);
    expect(await visit("deny")).toBe("Not connected: connect_denied");
  } finally {
    program.kill();
  }
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("the recipe for Python gets the tool, and runs a call", async () => {
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, string>;
  };
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret } = service.application;
  const user = { external_user_id: "ben" };
  const application = await post("/api/v1/account/applications/token", { client_id, client_secret });
  const scoped = await post("/api/v1/account/applications/scoped-token", user, application.access_token);
  const credentials = { api_token: sandbox.tokens.bot };
  const connector = { ...user, connector_type: "slack", name: "Ben's Slack", credentials };
  const { id } = await post("/v1/integrations/connectors", connector, scoped.token);

  const { program, prints } = recipePage("python");
  const env = { ...process.env, AGENT_CONNECTORS_URL: url, CONNECTOR_ID: id, SCOPED_TOKEN: scoped.token };
  const { stdout } = await promisify(execFile)("python3", [program], { env });
  expectPrinted(stdout, prints[0]!);
});
