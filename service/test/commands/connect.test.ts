import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { decide } from "../../../test/core/connect/consent.ts";
import { clientOf, runHere, startService, type Running } from "../support/process.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
let service: Running;
let port: string;
beforeAll(async () => {
  const application = { AGENT_CONNECTORS_PUBLIC_URL: "http://localhost:8080" };
  service = await startService(["--data-dir", directory], application);
  ({ port } = new URL(service.url));
});
afterAll(async () => {
  await service.end("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

const connect = (...args: string[]) => runHere(["connect", ...args, "--data-dir", directory, "--port", port]);

/** Runs the command, and uses the link that it prints. */
async function useLink(decision: string) {
  const ended = connect("slack", "--user", "ana");
  const { mock } = vi.mocked(process.stdout.write);
  const [link] = await vi.waitUntil(() => /http:\/\/\S+/.exec(mock.calls.join("")), { timeout: 60_000 });
  // The service has a public address, but listens on another address.
  expect(link).toMatch(/^http:\/\/localhost:8080\/connect\//);
  const started = await fetch(service.url + new URL(link).pathname, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(link).origin },
  });
  const callback = new URL(await decide(fetch, started.headers.get("location")!, decision));
  const cookie = started.headers.get("set-cookie")!.split(";")[0]!;
  await fetch(service.url + callback.pathname + callback.search, { headers: { cookie } });
  return ended;
}

test("the command prints a link, waits for the person, and prints the connector's id", async () => {
  const { code, output } = await useLink("allow");
  const [, id] = /Connected\. The connector's id is (\S+)\.\n$/.exec(output) ?? [];
  expect([code, typeof id]).toEqual([0, "string"]);
  const client = clientOf(service.url);
  const application = JSON.parse(readFileSync(join(directory, "first-application.json"), "utf8")) as object;
  const token = await client.scopedToken(application, "ana");
  const call = { entity: "channels", action: "list", params: { limit: 1 } };
  const { status } = await client.ask(`/v1/integrations/connectors/${id}/execute`, token, call);
  expect(status).toBe(200);
});

test("the command says why nothing was connected", async () => {
  expect(await useLink("deny")).toMatchObject({
    code: 3,
    output: expect.stringContaining("Access to Slack was not granted."),
  });
  for (const [args, words] of [
    [["slack"], "--user is missing"],
    [["--user", "ana"], "The connector type"],
    [["fax", "--user", "ana"], "There is no such connector type"],
    [["slack", "more", "--user", "ana"], "takes 1 argument"],
  ] as const)
    expect(await connect(...args)).toMatchObject({ code: 3, output: expect.stringContaining(words) });
});
