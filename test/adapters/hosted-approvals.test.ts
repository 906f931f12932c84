import { hostedApprovalDesk } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, onTestFinished, test } from "vitest";
import { openSlackService } from "../hosted/open-service.ts";
import type { Loop, ScriptedCall } from "../suites/adapter.ts";
import { firstChannels } from "../suites/adapter/bench.ts";
import { agentsLoop } from "./agents-model.ts";
import { aiLoop, majors } from "./ai-loops.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { toolNodeLoop } from "./tool-node-loop.ts";

const loops: readonly Loop[] = [
  aiLoop(majors[2]!, "generateText"),
  aiLoop(majors[1]!, "generateText"),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
];

// One test for all frameworks, because the start of a service takes most of the time.
test("a call that the service's policies hold: the service restarts, a person decides, the call runs once, and each framework reads the outcome and repeats the call", async () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const service = await openSlackService({ fetch: sandbox.fetch });
  onTestFinished(() => service.close());
  const { application } = service;
  const send = async (path: string, method: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as { access_token: string };
  };
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret } = application;
  const { access_token } = await send("/v1/applications/token", "POST", { client_id, client_secret });
  const policy = { approval: [{ effects: ["write"] }] };
  await send("/v1/policies", "PUT", { connector_type: "Slack", policy }, access_token);
  const identity = () => ({ external_user_id: "ana", ...application, base_url: service.url });
  await SlackConnector.create({ ...identity(), auth: { api_token: sandbox.tokens.bot } });

  const [channel] = firstChannels(sandbox);
  const call = (index: number, kind: string): ScriptedCall => ({
    id: `${kind}-1`,
    args: { entity: "messages", action: "create", params: { channel, text: `${kind} ${index}` } },
  });
  /** Runs a call as a new process does, with a new connector. Returns the text that the model gets. */
  const run = async (index: number, one: ScriptedCall) => {
    const [[seen] = []] = await loops[index]!.run(new SlackConnector(identity()), [[one]], {
      context: { run: `run ${index}` },
    });
    return JSON.parse(seen!.text) as {
      data?: { ts: string };
      error?: { code: string; message: string; pending: { id: string } };
    };
  };
  const posts = () =>
    sandbox
      .calls()
      .filter(({ method }) => method === "chat.postMessage")
      .map(({ args }) => args.text);

  const asked: { yes: string; no: string }[] = [];
  for (const index of loops.keys()) {
    const [yes, no] = [await run(index, call(index, "yes")), await run(index, call(index, "no"))];
    expect([yes.error!.code, no.error!.code]).toEqual(["approval_pending", "approval_pending"]);
    asked.push({ yes: yes.error!.pending.id, no: no.error!.pending.id });
  }
  expect(posts()).toEqual([]);

  await service.restart();
  const desk = hostedApprovalDesk({ ...application, base_url: service.url });
  expect(await desk.list()).toHaveLength(2 * loops.length);
  for (const [index, { yes, no }] of asked.entries()) {
    expect(await desk.get(yes)).toMatchObject({ run: `run ${index}`, status: "pending" });
    await desk.decide(yes, { approve: true, by: "maya" });
    await desk.decide(no, { approve: false, by: "maya", note: "Not on a Friday" });
  }
  await service.restart();

  for (const [index, { yes, no }] of asked.entries()) {
    const outcome = (id: string) => ({
      id: "r1",
      args: { entity: "connector", action: "outcome", params: { id } },
    });
    const read = await run(index, outcome(yes));
    expect(read.data!.ts).toMatch(/^\d/);
    for (let times = 0; times < 2; times++) {
      expect((await run(index, call(index, "yes"))).data!.ts).toBe(read.data!.ts);
      const refused = await run(index, call(index, "no"));
      expect(refused.error!.message).toContain("Not on a Friday");
    }
    expect((await run(index, outcome(no))).error!.message).toContain("Not on a Friday");
  }
  expect(posts().toSorted()).toEqual(loops.map((_, index) => `yes ${index}`));
});
