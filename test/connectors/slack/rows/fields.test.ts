import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

// A model can ask by name for every field that it has seen.

const sandbox = slackSandbox({ rateLimits: false });
const options = sandbox.options;
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, options);
const tool = await slack.tool({ outputBudget: 50_000 });
const channel = "#engineering";
const { data: messages } = await slack.channel_messages.list({ channel });
const { ts } = messages.find(({ reactions }) => reactions)!;

const calls: readonly [string, string, Record<string, unknown>][] = [
  ["users", "list", {}],
  ["users", "get", { user: "@maya" }],
  ["channels", "list", {}],
  ["channel_messages", "list", { channel }],
  ["messages", "get", { channel, ts }],
  ["dms", "list", {}],
  ["files", "list", {}],
  ["pins", "list", { channel: "#incidents" }],
  ["reactions", "list", {}],
  ["search", "messages", { query: "the" }],
  ["search", "everything", { query: "the" }],
];

type Row = Record<string, unknown>;
/** Returns the records of an output without counts of 0, which are shown only if the call chooses them. */
function rowsOf(data: unknown): Row[] {
  const { columns, rows } = data as { columns?: string[]; rows: unknown[][] };
  const records = columns
    ? rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
    : ([data].flat() as Row[]);
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== 0 && value != null)),
  );
}

test.each(calls)(
  "%s.%s: the shown fields can be chosen, and then have the same values",
  async (entity, action, params) => {
    const ask = async (fields?: readonly string[]) => {
      const { text } = await tool.call({ entity, action, params: { ...params, ...(fields && { fields }) } });
      return rowsOf((JSON.parse(text) as { data: unknown }).data);
    };
    const rows = await ask();
    const shown = new Set(rows.flatMap(Object.keys));
    expect(shown.size).toBeGreaterThan(3);
    expect(await ask([...shown].reverse())).toEqual(rows);
  },
);

test("code gets the fields of the table too, and a refused field lists the valid ones", async () => {
  const { data } = await slack.users.get({ user: "@maya", fields: ["email", "real_name"] });
  expect(data).toMatchObject({ email: expect.stringContaining("@"), real_name: expect.any(String) });
  const error: unknown = await slack.users.list({ fields: ["mail"] }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "invalid_params",
    path: "params.fields[0]",
    message: 'users.list: fields[0]: the record has no "mail"; did you mean email?',
    hint: expect.stringMatching(/Valid fields: id, name, .*\bprofile, display_name, title, email, status\b/),
  });
});
