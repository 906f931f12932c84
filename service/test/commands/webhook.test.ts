import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startReceiver, type Receiver } from "../support/receiver.ts";
import { clientOf, runHere, startService, type Running } from "../support/process.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
const running: { kill(): void }[] = [];
let receiver: Receiver;
let service: Running;
let port: number;
let env: Record<string, string>;
let application: { client_id: string; client_secret: string };

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};
const start = async () => {
  service = await startService(["--data-dir", directory], env);
  running.push({ kill: () => void service.child.kill("SIGKILL") });
};
const webhook = (...args: string[]) => runHere(["webhook", ...args, "--data-dir", directory], env);

beforeAll(async () => {
  receiver = await startReceiver();
  port = await freePort();
  env = {
    AGENT_CONNECTORS_WEBHOOK_PRIVATE_ORIGINS: `${receiver.origin}, http://127.0.0.1:${port}`,
    AGENT_CONNECTORS_WEBHOOK_TIMEOUT_MS: "500",
  };
  await start();
  application = JSON.parse(
    readFileSync(join(directory, "first-application.json"), "utf8"),
  ) as typeof application;
});
afterAll(async () => {
  for (const { kill } of running) kill();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the example as a program, and resolves when it listens. */
async function startExample(secret: string): Promise<{ program: ChildProcess; output: () => string }> {
  const program = spawn(
    process.execPath,
    ["--conditions=agent-connectors-source", "examples/webhook-receiver.ts"],
    {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    },
  );
  running.push({ kill: () => void program.kill() });
  let output = "";
  program.stdout!.setEncoding("utf8").on("data", (text: string) => (output += text));
  await vi.waitFor(() => expect(output).toContain("Listening"), { timeout: 60_000 });
  return { program, output: () => output };
}

test("an endpoint is added, tested with the example as its receiver, listed and removed", async () => {
  const { client_id } = application;
  const added = await webhook("add", client_id, `http://127.0.0.1:${port}/hooks`);
  const { id, secret, ...view } = JSON.parse(added.output);
  expect([added.code, secret]).toEqual([0, expect.stringMatching(/^whsec_/)]);
  const { output } = await startExample(secret);
  const tested = await webhook("test", client_id, id);
  expect([tested.code, JSON.parse(tested.output)]).toMatchObject([
    0,
    { type: "webhook.test", status: "delivered", attempts: 1, response_status: 204 },
  ]);
  expect(output()).toContain("webhook.test");
  expect(JSON.parse((await webhook("list", client_id)).output)).toEqual({ id, ...view });
  expect((await webhook("remove", client_id, id)).code).toBe(0);
  expect((await webhook("list", client_id)).output).toBe("");
});

test("after kill -9 between the request and its outcome, the event is sent again with the same id", async () => {
  const { id } = JSON.parse((await webhook("add", application.client_id, receiver.origin)).output);
  receiver.answer = async () => {
    receiver.answer = () => 200;
    await service.end("SIGKILL");
    return 200;
  };
  const token = await clientOf(service.url).scopedToken(application, "ana");
  const json = {
    external_user_id: "ana",
    connector_type: "slack",
    credentials: { api_token: "xoxb-sandbox-bot" },
  };
  await clientOf(service.url).ask("/v1/integrations/connectors", token, json);
  await vi.waitFor(() => expect(service.child.signalCode).toBe("SIGKILL"), { timeout: 60_000 });
  await start();
  await vi.waitFor(() => expect(receiver.received.length).toBe(2), { timeout: 60_000 });
  const [first, second] = receiver.received;
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(second!.body).toBe(first!.body);
  expect((await webhook("remove", application.client_id, id)).code).toBe(0);
});

test("wrong arguments get a clear error and store nothing", async () => {
  const { client_id } = application;
  const url = "https://app.example/hooks";
  for (const [args, words] of [
    [[], "The action is missing"],
    [["change"], 'no command "webhook change"'],
    [["list"], "The client id is missing"],
    [["list", "nobody"], "no application with this client id"],
    [["list", client_id, "more"], "takes 1 argument"],
    [["add", client_id], "The address is missing"],
    [["add", "nobody", url], "no application with this client id"],
    [["add", client_id, "http://app.example/"], "must use https"],
    [["add", client_id, "https://10.0.0.1/"], "is not a public address"],
    [["add", client_id, url, "connector.gone"], 'no event type "connector.gone"'],
    [["remove", client_id], "The webhook id is missing"],
    [["remove", client_id, "nobodys"], "no such webhook endpoint"],
    [["test", client_id, "nobodys"], "no such webhook endpoint"],
    [["test", client_id, "nobodys", "more"], "takes 2 arguments"],
  ] as const)
    expect(await webhook(...args)).toMatchObject({ code: 3, output: expect.stringContaining(words) });
  expect((await webhook("list", client_id)).output).toBe("");
});
