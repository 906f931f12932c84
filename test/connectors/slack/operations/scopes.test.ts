import { ConnectorError, type Catalogue } from "agent-connectors";
import type { ActionScopes } from "agent-connectors/toolkit";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { methods } from "../../../../sandbox/slack/methods/index.ts";
import { scopeRefusal } from "../../../../sandbox/slack/call/scopes.ts";
import { type Call, answerOf, calls, here } from "../answer-cases.ts";

// Runs every action at a Slack that checks scopes as documented. The scopes that the action declares must be enough.

const { entities } = (await SlackConnector.describe()) as Catalogue;
const scopesOf = ({ entity, action }: Call): ActionScopes => entities[entity]![action]!.scopes!;

/** The lists with which names are found. */
const named: Record<string, object> = {
  "conversations.list": { channels: [{ id: here, name: "general", user: "U012AB3CD" }] },
  "users.list": { members: [{ id: "U012AB3CD", name: "ana" }] },
  "users.lookupByEmail": { user: { id: "U012AB3CD" } },
  "usergroups.list": { usergroups: [{ id: "S012AB3CD", handle: "marketing", name: "Marketing" }] },
};

const { clock } = slackSandbox();

/** Runs an action with these scopes. Returns the methods that Slack has refused for a missing scope, and the error. */
async function run(call: Call, kind: "bot" | "user", granted: readonly string[], params: Call["params"]) {
  const refused: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [, method] = /\/api\/([\w.]+)$/.exec(String(input)) ?? [];
    if (method === undefined) return new Response("content");
    const refusal = scopeRefusal(methods[method]!.scopes, { kind, scopes: granted });
    if (refusal) refused.push(method);
    const body = refusal?.answer ?? { ...answerOf(call.given, method), ...named[method] };
    const headers = { "x-oauth-scopes": granted.join(",") };
    return Response.json(init?.method === "POST" ? body : {}, { headers });
  };
  const slack = new SlackConnector({ auth: { api_token: kind === "bot" ? "xoxb-1" : "xoxp-1" } }, { fetch, clock }); // prettier-ignore
  const error = await slack
    .execute(call.entity as never, call.action as never, params as never)
    .then(
      async ({ data }: { data: unknown }) => void (data instanceof ReadableStream && (await data.cancel())),
    )
    .catch((thrown: unknown) => thrown);
  return { refused, error: ConnectorError.is(error) ? error : undefined };
}

function withNames(params: Call["params"], person: string): Call["params"] {
  const names: Record<string, unknown> = {
    channel: "#general",
    channels: ["#general"],
    user: person,
    users: [person],
    usergroup: "@marketing",
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, names[name] ?? value]));
}
const kinds = ["bot", "user"] as const;
const all = calls.flatMap((call) => kinds.filter((kind) => scopesOf(call).required[kind]).map((kind) => ({ ...call, kind }))); // prettier-ignore

describe("the declared scopes of every action", () => {
  test("are enough for all methods that it calls, with ids, with names and as a dry run", async () => {
    const lacking: Record<string, unknown> = {};
    for (const { kind, ...call } of all) {
      const { required, used } = scopesOf(call);
      const granted = [...required[kind]!, ...used[kind]!].flat();
      const { params } = call;
      const named = ["@ana", "ana@example.com"].map((person) => withNames(params, person));
      const direct = "channel" in params ? [{ ...params, channel: "@ana" }] : [];
      const dry = call.writes ? [{ ...params, dry_run: true }] : [];
      const forms = new Set([params, ...named, ...direct, ...dry].map((form) => JSON.stringify(form)));
      for (const form of forms) {
        const { refused } = await run(call, kind, granted, JSON.parse(form) as Call["params"]);
        if (refused.length > 0) lacking[`${kind} ${call.name} ${form}`] = refused;
      }
    }
    expect(lacking).toEqual({});
  });

  test("are enough without the scopes that are only used", async () => {
    const failed: Record<string, unknown> = {};
    for (const { kind, ...call } of all) {
      const { error } = await run(call, kind, scopesOf(call).required[kind]!.flat(), call.params);
      if (error?.platform?.code === "missing_scope") failed[`${kind} ${call.name}`] = error?.message;
    }
    expect(failed).toEqual({});
  });

  test("are required: without one of them, the action fails, and the error says which scope would help", async () => {
    for (const { kind, ...call } of all)
      for (const need of scopesOf(call).required[kind]!) {
        const others = scopesOf(call).required[kind]!.flat();
        const granted = ["none", ...others.filter((scope) => !need.includes(scope))];
        const { error } = await run(call, kind, granted, call.params);
        expect(error?.code, `${kind} ${call.name}`).toBe("credential_insufficient_scope");
        expect(
          error!.needed?.some((scope) => need.includes(scope)),
          `${kind} ${call.name}`,
        ).toBe(true);
        expect(error!.hint, `${kind} ${call.name}`).toContain(need[0]);
      }
  });

  test("name both kinds of token unless Slack's methods accept only one", () => {
    const one = calls.filter((call) => Object.keys(scopesOf(call).required).length < 2);
    for (const { name, token, given } of one) {
      const accepted = given.sends.map(([method]) =>
        Object.keys(methods[method]?.scopes ?? { bot: 1, user: 1 }),
      );
      // Slack's methods accept bots, but Slack does not keep what a bot has read.
      if (name === "unread_messages.list") continue;
      expect(
        accepted.some((kind) => kind.length === 1 && kind[0] === token),
        name,
      ).toBe(true);
    }
    expect(one.length).toBeGreaterThan(5);
  });
});
