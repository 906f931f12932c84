import { ConnectorError, type ConnectorOptions } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { beforeAll, describe, expect, test } from "vitest";

// The actions for the backends of chatbots: wrong calls are refused before anything is sent.

const actions = [
  "message_streams.start",
  "message_streams.append",
  "message_streams.stop",
  "messages.unfurl",
  "threads.set_title",
  "threads.set_suggested_prompts",
  "views.open",
  "views.push",
  "views.update",
  "canvas_access.set",
  "canvas_access.delete",
  "lists.create",
  "lists.update",
  "list_items.list",
  "list_items.get",
  "list_items.create",
  "list_items.update",
  "list_items.delete",
  "list_access.set",
  "list_access.delete",
  "list_exports.start",
  "list_exports.get",
  "functions.complete_success",
  "functions.complete_error",
] as const;

type Params = Record<string, unknown>;
interface Schema {
  type?: string;
  enum?: readonly unknown[];
}

const trigger_id = "12345.98765.abcd2358fdea";
const examples = new Map<
  string,
  { example: Params; properties: Record<string, Schema>; required: string[] }
>();

beforeAll(async () => {
  const { entities } = await SlackConnector.describe();
  for (const name of actions) {
    const [entity, action] = name.split(".") as [string, string];
    const { example, params } = entities[entity]![action]!;
    examples.set(name, {
      example: example as Params,
      properties: (params.properties ?? {}) as Record<string, Schema>,
      required: (params.required ?? []) as string[],
    });
  }
});

/** Runs an action that must be refused. Checks that nothing is sent. */
async function refusal(
  name: string,
  params: unknown,
  code: ConnectorOptions = {},
  options: object = withTrigger,
) {
  const sent: string[] = [];
  const fetch = async (input: unknown) => {
    sent.push(String(input));
    return Response.json({ ok: true });
  };
  const slack = new SlackConnector({ auth: { api_token: "xoxb-canary-token" } }, { fetch, ...code });
  const [entity, action] = name.split(".");
  const error: unknown = await slack
    .execute(entity as never, action as never, params as never, options)
    .catch((thrown: unknown) => thrown);
  if (!ConnectorError.is(error)) throw new Error(`${name} ${JSON.stringify(params)} was accepted`);
  expect(sent, JSON.stringify(params)).toEqual([]);
  expect(error.outcome).toBe("not_started");
  expect(error.hint).toMatch(/\w{3}/);
  expect(JSON.stringify(error)).not.toContain("abcd2358fdea");
  return error;
}
const withTrigger = { context: { slack: { trigger_id } } };

/** Returns values that do not match the type of a param. */
const wrongValues = ({ type, enum: values }: Schema): unknown[] => [
  ...(type === "string" ? [{ text: "x" }, [["x"]], ""] : []),
  ...(values ? ["nonsense"] : []),
  ...(type === "array" ? [[5], []] : []),
  ...(type === "object" ? ["text", 5, [1]] : []),
  ...(type === "boolean" ? ["maybe", { a: 1 }] : []),
];

describe.each(actions)("%s refuses", (name) => {
  test("values of a wrong type in every param", async () => {
    const { example, properties } = examples.get(name)!;
    let tried = 0;
    for (const [param, schema] of Object.entries(properties))
      for (const wrong of ["fields", "dry_run", "cursor"].includes(param) ? [] : wrongValues(schema)) {
        const error = await refusal(name, { ...example, [param]: wrong });
        expect(error.code, `${param} ${JSON.stringify(wrong)}`).toBe("invalid_params");
        expect(error.path).toMatch(
          new RegExp(`^params\\.(${param}|markdown_text|view_id|channel|ts|chunks|name)`),
        );
        tried++;
      }
    expect(tried).toBeGreaterThan(0);
  });

  test("a missing param, an unknown param, and the tokens of an event as params", async () => {
    const { example, required } = examples.get(name)!;
    for (const param of required) {
      const { [param]: _left, ...others } = example;
      expect(await refusal(name, others)).toMatchObject({ code: "invalid_params", path: `params.${param}` });
    }
    for (const param of ["trigger_id", "action_token", "token", "nonsense"])
      expect(await refusal(name, { ...example, [param]: trigger_id })).toMatchObject({
        code: "invalid_params",
        path: `params.${param}`,
      });
  });

  test("everything outside the allow-list", async () => {
    const { example, properties } = examples.get(name)!;
    const only = { policy: { only: { channel: ["C0ALLOWED"] } } };
    const { user: _user, ...others } = example;
    const foreign = "channel" in properties ? { ...others, channel: "C0FOREIGN1" } : example;
    const error = await refusal(name, foreign, only);
    expect(error.code).toBe("policy_denied");
  });
});

const where = { channel: "C012AB3CD", ts: "1712161829.000300" };
const list_id = "F012AB3CD";
const canvas_id = "F012AB3CD";
const unfurls = { "https://a.example": { blocks: [{ type: "divider" }] } };
const view = { type: "modal", title: { type: "plain_text", text: "x" }, blocks: [] };

test.each<[string, Params, string]>([
  ["message_streams.append", { ...where }, "markdown_text"],
  [
    "message_streams.append",
    { ...where, markdown_text: "x", chunks: [{ type: "plan_update", title: "x" }] },
    "chunks",
  ],
  ["message_streams.append", { ...where, markdown_text: "x".repeat(12_001) }, "markdown_text"],
  ["message_streams.append", { ...where, chunks: [{ type: "task_update", id: "1" }] }, "chunks[0].title"],
  ["message_streams.append", { ...where, chunks: [{ type: "markdown_text" }] }, "chunks[0].text"],
  [
    "message_streams.stop",
    { ...where, metadata: { event_type: "no spaces", event_payload: {} } },
    "metadata.event_type",
  ],
  ["message_streams.stop", { ...where, ts: "1712161829" }, "ts"],
  ["messages.unfurl", { channel: where.channel, unfurls }, "ts"],
  ["messages.unfurl", { ...where, unfurls, unfurl_id: "1", source: "composer" }, "channel"],
  ["messages.unfurl", { unfurls, unfurl_id: "1" }, "source"],
  [
    "messages.unfurl",
    { ...where, unfurls: { "https://a.example": { text: "x" } } },
    "unfurls.https://a.example",
  ],
  ["threads.set_suggested_prompts", { ...where, prompts: [{ title: "x" }] }, "prompts[0].message"],
  ["views.open", { view: { ...view, type: "home" } }, "view.type"],
  ["views.update", { view }, "view_id"],
  ["views.update", { view, view_id: "V012AB3CD", external_id: "x" }, "view_id"],
  ["views.update", { view, view_id: "F012AB3CD" }, "view_id"],
  ["canvas_access.set", { canvas_id, access_level: "read" }, "channel"],
  [
    "canvas_access.set",
    { canvas_id, access_level: "read", channel: where.channel, user: "U012AB3CD" },
    "channel",
  ],
  ["canvas_access.delete", { canvas_id }, "channel"],
  ["canvas_access.delete", { canvas_id: "C012AB3CD", user: "U012AB3CD" }, "canvas_id"],
  ["list_access.set", { list_id: "C012AB3CD", access_level: "read", user: "U012AB3CD" }, "list_id"],
  [
    "lists.create",
    { name: "x", schema: [{ key: "k", name: "K", type: "text" }], copy_from_list_id: list_id },
    "schema",
  ],
  ["lists.create", { name: "x", include_copied_list_records: true }, "copy_from_list_id"],
  ["lists.update", { list_id }, "name"],
  ["list_items.get", { list_id, id: "F012AB3CD" }, "id"],
  [
    "list_items.create",
    { list_id, initial_fields: [{ date: ["2030-01-01"] }] },
    "initial_fields[0].column_id",
  ],
  ["list_items.update", { list_id, cells: [{ column_id: "Col1AB" }] }, "cells[0].row_id"],
  ["list_items.delete", { list_id, ids: ["Rec1AB", "F012AB3CD"] }, "ids[1]"],
  ["functions.complete_error", { function_execution_id: "F012AB3CD", error: "x" }, "function_execution_id"],
])("%s refuses %j: the fault is at %s", async (name, params, path) => {
  const error = await refusal(name, params);
  expect(error.code).toBe("invalid_params");
  expect(error.path?.startsWith(`params.${path}`), error.path).toBe(true);
});

test.each(["views.open", "views.push"])("%s needs the trigger_id of a click in the context", async (name) => {
  const { example } = examples.get(name)!;
  for (const options of [
    {},
    { context: undefined },
    { context: "text" },
    { context: { slack: {} } },
    { context: { slack: { action_token: trigger_id } } },
    { context: { slack: { trigger_id: 5 } } },
    { context: { slack: { trigger_id: "" } } },
    { context: { slack: trigger_id } },
    { context: { slack: { triggerId: trigger_id } } },
  ])
    for (const dry_run of [false, true])
      expect(await refusal(name, { ...example, dry_run }, {}, options)).toMatchObject({
        code: "config_error",
        path: expect.stringMatching(/^options\.context\.slack/),
      });
});
