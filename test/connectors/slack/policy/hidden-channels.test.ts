import { type Catalogue, ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { allowListKinds } from "../../../../src/connectors/slack/policy/allow-list-kinds.ts";
import type { RequestCase } from "../../../suites/slack/theme.ts";
import { type Call, answerOf, calls, here } from "../answer-cases.ts";
import { foreign, inText, leaks, named, plants, refusals } from "./plant-channels.ts";

// The promise of an allow-list: no result, error, hint, dry run or undo contains the id, the name or a message of
// another channel. Every action runs with responses in which every field contains them.

type Dict = Record<string, unknown>;
type Change = (method: string, body: Dict) => Dict;
const unchanged: Change = (_method, body) => body;
const tokens = { bot: "xoxb-1", user: "xoxp-1" };

/** Opens a connector whose fetch responds from the case that runs, after `change`. */
function open(kind: "bot" | "user", only?: readonly string[]) {
  const now = { given: undefined as RequestCase | undefined, change: unchanged };
  const sent: [method: string, args: string][] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [, method] = /\/api\/([\w.]+)$/.exec(String(input)) ?? [];
    if (method === undefined) return new Response("content");
    sent.push([method, String(init?.body)]);
    const body = { ...answerOf(now.given, method), ...named[method] };
    return Response.json(now.change(method, body), { headers: { "x-slack-req-id": foreign.id } });
  };
  const { clock } = slackSandbox();
  const policy = only ? { only: { channel: only } } : {};
  const slack = new SlackConnector({ auth: { api_token: tokens[kind] } }, { fetch, clock, policy });
  return { slack, now, sent };
}

const isUser = (value: unknown) => typeof value === "string" && value.startsWith("U");
/** The allow-list of the tests: one channel, and the users to whom a case writes. */
const only = [here, ...new Set(calls.map(({ params }) => params["channel"]).filter(isUser))] as string[];

/** The params that contain an id. All other params of an action are texts. */
const idParams = new Set([...allowListKinds.channel.params, "ts", "thread_ts", "user", "users", "file", "usergroup", "canvas_id", "context_channel_id"]); // prettier-ignore
const { link, message } = foreign;
const linked = { link, message, markup: `see <${message}|this>`, Markdown: `see [this](${message})`, "without https": message.slice(8) }; // prettier-ignore

const { entities: described } = await SlackConnector.describe();
/** Returns the names and types of the params of an action that are texts or lists of texts. */
const textParams = ({ entity, action }: { entity: string; action: string }) =>
  Object.entries((described as Catalogue["entities"])[entity]![action]!.params.properties ?? {}).flatMap(
    ([name, { type, items, anyOf }]) => {
      const kind = type ?? (anyOf as Dict[] | undefined)?.[0]?.["type"];
      return kind === "string" || (kind === "array" && (items as Dict | undefined)?.["type"] === "string")
        ? [[name, kind] as const]
        : [];
    },
  );

type Run = (one: Call, params?: Dict, change?: Change) => Promise<unknown>;

/** Returns functions that run an action and return everything that a caller sees, with and without an allow-list. */
async function runners(kind: "bot" | "user") {
  const [closed, opened] = [open(kind, only), open(kind)];
  const tool = await closed.slack.tool({
    effects: ["read", "write", "destructive"],
    outputBudget: 50_000,
  });
  const execute =
    ({ slack, now }: typeof closed): Run =>
    ({ entity, action, given, params: own }, params = own, change = unchanged) => {
      Object.assign(now, { given, change });
      return slack.execute(entity as never, action as never, params as never).then(
        ({ data, meta }: { data: unknown; meta: unknown }) =>
          data instanceof ReadableStream ? { meta } : { data, meta },
        (error: unknown) => {
          if (!ConnectorError.is(error)) throw error;
          return { ...error.toJSON(), text: String(error) };
        },
      );
    };
  const call: Run = ({ entity, action, given, params: own }, params = own, change = unchanged) => {
    Object.assign(closed.now, { given, change });
    return tool.call({ entity, action, params });
  };
  return { execute: execute(closed), call, executeOpen: execute(opened), sent: closed.sent };
}
const mine = (kind: string) => calls.filter(({ token }) => token === kind);
const isDenied = (result: unknown) => (result as { code?: string }).code === "policy_denied";

describe.each(["bot", "user"] as const)("an allow-list and the token of a %s", (kind) => {
  test("change no result without other channels", async () => {
    const { execute, executeOpen } = await runners(kind);
    let allowed = 0;
    for (const one of mine(kind)) {
      const result = await execute(one);
      if (isDenied(result)) continue;
      allowed++;
      expect(result, one.name).toEqual(await executeOpen(one));
    }
    expect(allowed).toBeGreaterThan(kind === "bot" ? 40 : 1);
  });

  test.each(Object.entries(plants))("hide another channel in all fields, %s", async (_name, plant) => {
    const { execute, call, executeOpen } = await runners(kind);
    const all: Change = (_method, body) => plant(body);
    const told: Dict = {};
    let withoutList = 0;
    for (const one of mine(kind)) {
      const { params } = one;
      const dryRun = one.writes ? await execute(one, { ...params, dry_run: true }, all) : {};
      const found = leaks([await execute(one, params, all), await call(one, params, all), dryRun]);
      if (found.length > 0) told[one.name] = found;
      if (leaks(await executeOpen(one, params, all)).length > 0) withoutList++;
    }
    expect(told).toEqual({});
    // Without an allow-list, the same responses show the other channel.
    expect(withoutList).toBeGreaterThan(kind === "bot" ? 50 : 10);
  });

  test("tell nothing about another channel, even if its id replaces any text of a response", async () => {
    const { execute } = await runners(kind);
    const told: Dict = {};
    for (const one of mine(kind)) {
      if (isDenied(await execute(one))) continue;
      for (const [method] of one.given.sends) {
        let planted: Dict | undefined = {};
        for (let index = 0; planted; index++) {
          planted = undefined;
          const found = leaks(
            await execute(one, one.params, (name, body) =>
              name === method ? ((planted = inText(body, index)) ?? body) : body,
            ),
          );
          if (found.length > 0) told[`${one.name} ${index}`] = found;
        }
      }
    }
    expect(told).toEqual({});
  });

  test("tell nothing about another channel in errors", async () => {
    const { execute, call } = await runners(kind);
    const told: Dict = {};
    for (const one of mine(kind))
      for (const refusal of refusals(one.given.refused)) {
        const found = leaks([
          await execute(one, one.params, () => refusal),
          await call(one, one.params, () => refusal),
        ]);
        if (found.length > 0) told[one.name] = found;
      }
    expect(told).toEqual({});
  });

  test("tell nothing about another channel that a param names, and send nothing to it", async () => {
    const { execute, call, sent } = await runners(kind);
    const told: Dict = {};
    for (const one of mine(kind))
      for (const [name, type] of textParams(one)) {
        const isText = !idParams.has(name);
        if (isText && !one.writes) continue;
        for (const [form, value] of Object.entries(isText ? linked : foreign)) {
          const given = { ...one.params, [name]: type === "array" ? [value] : value };
          const results = [await execute(one, given), await call(one, given)];
          const found = leaks(results).filter((word) => !value.includes(word));
          if (found.length > 0) told[`${one.name} ${name} ${form}`] = found;
        }
      }
    const reached = sent.filter(([, args]) => leaks(decodeURIComponent(args)).length > 0);
    expect([told, reached]).toEqual([{}, []]);
  });
});
