import { agentTools, approvals, type Catalogue, type AgentTool } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import type { SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, describe, expect, test } from "vitest";
import { writeCases } from "../../../chaos/write-cases/write-cases.ts";
import { writeActions } from "../../../../src/connectors/slack/audience/write-actions.ts";
import { openSlackService, type HostedService } from "../../../hosted/open-service.ts";
import { sharedCall, sharedSandbox, type SharedCall } from "./shared-world.ts";

const { entities } = (await SlackConnector.describe()) as Catalogue;
const actions = Object.entries(entities).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, { effect }]) => ({ name: `${entity}.${action}`, effect })),
);
const writes = actions.filter(({ effect }) => effect !== "read").map(({ name }) => name);

test("every action that writes says who can read it, or why nobody can", () => {
  expect(Object.keys(writeActions).toSorted()).toEqual(writes.toSorted());
  for (const [name, readers] of Object.entries(writeActions))
    if ("none" in readers) expect(readers.none, name).toMatch(/^[A-Z].{20,}\.$/);
});

/** The actions whose effect people of another company cannot see, even if a shared channel is involved. */
const inside = new Set([
  ...Object.entries(writeActions).flatMap(([name, readers]) => ("none" in readers ? [name] : [])),
  "channels.create",
  "lists.create",
  "user_profiles.update",
  "usergroups.disable",
]);
const cases = writeCases.filter(({ name }) => !inside.has(name.split(" ")[0]!));

test("every other action that writes has a case", () => {
  const covered = new Set(cases.map(({ name }) => name.split(" ")[0]!));
  expect(writes.filter((name) => !inside.has(name) && !covered.has(name))).toEqual([]);
});

const effects = ["read", "write", "destructive"] as const;
const optionsOf = ({ entity, action }: SharedCall, external?: true) => ({
  effects,
  include: [`${entity}.${action}`],
  ...(external ? { external } : {}),
});
const run = (tool: AgentTool, { entity, action, params, context }: SharedCall, dry?: true) =>
  tool.call(
    { entity, action, params: dry ? { ...params, dry_run: true } : params },
    { context, callId: "c1" },
  );

/** Returns the writes that the sandbox gets during `work`. */
async function sentWrites(sandbox: SlackSandbox, work: () => Promise<unknown>): Promise<string[]> {
  const before = sandbox.calls().length;
  await work();
  const reads = /\.(list|info|test|open|history|replies|members|getUploadURLExternal)$|^bytes|^files\.host/;
  return sandbox.calls().slice(before).map(({ method }) => method).filter((method) => !reads.test(method)); // prettier-ignore
}

type Open = (sandbox: SlackSandbox, token: "bot" | "user") => Promise<SlackConnector>;

/** The service of all tests, because it starts slowly. It sends its requests to the sandbox of the running test. */
let service: HostedService | undefined;
let hosted: SlackSandbox;
let users = 0;
afterAll(() => service?.close());

const modes: readonly [string, Open][] = [
  [
    "in this process",
    async (sandbox, token) =>
      new SlackConnector({ auth: { api_token: sandbox.tokens[token] } }, sandbox.options),
  ],
  [
    "hosted",
    async (sandbox, token) => {
      hosted = sandbox;
      const code = {
        ...sandbox.options,
        fetch: (...request: Parameters<typeof fetch>) => hosted.fetch(...request),
      };
      service ??= await openSlackService(code);
      const identity = {
        external_user_id: `u${++users}`,
        ...service.application,
        base_url: service.url,
      };
      return SlackConnector.create({ ...identity, auth: { api_token: sandbox.tokens[token] } });
    },
  ],
];

describe.each(modes)("%s, a tool's call that people of another company can read", (_mode, open) => {
  test.each(cases)(
    "$name is refused, needs external: true or an approval, and its dry run names the readers",
    async (one) => {
      const sandbox = sharedSandbox();
      const call = await sharedCall(sandbox, one);
      const slack = await open(sandbox, one.token ?? "bot");
      const [tool] = await agentTools(slack, optionsOf(call));
      const refused = async () => {
        const envelope = await run(tool!, call);
        expect(envelope).toMatchObject({
          ok: false,
          error: { code: "policy_denied", outcome: "not_started" },
        });
        expect(envelope.text).toContain("outside the company");
      };
      expect(await sentWrites(sandbox, refused)).toEqual([]);
      const shown = await run(tool!, call, true);
      expect(shown).toMatchObject({ ok: true, data: { audience: expect.any(String) } });
      expect((shown as { data: { external: unknown[] } }).data.external.length).toBeGreaterThan(0);
      const [asking] = approvals([tool!], { scope: "s", store: memoryStore() });
      const input = { entity: call.entity, action: call.action, params: call.params };
      const decision = await asking!.decide(input, { callId: "c1", context: call.context });
      expect(decision).toMatchObject({
        status: "ask",
        reason: expect.stringMatching(
          /Warning: people outside the company can read this\.[^]*\nWho reads it: /,
        ),
      });
      expect(await run(asking!, call)).toMatchObject({ ok: true });
    },
  );

  test.each(cases)("$name is allowed with external: true, and the result names the readers", async (one) => {
    const sandbox = sharedSandbox();
    const call = await sharedCall(sandbox, one);
    const slack = await open(sandbox, one.token ?? "bot");
    const [tool] = await agentTools(slack, optionsOf(call, true));
    const envelope = await run(tool!, call);
    expect(envelope).toMatchObject({ ok: true, meta: { audience: expect.any(String) } });
  });
});
