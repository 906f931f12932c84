import { inspect, isDeepStrictEqual } from "node:util";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { showAs } from "../../../src/core/display/show-as.ts";
import { isDict } from "../../../src/core/ground/json.ts";

const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

/** Returns what Deno's kernel shows of a value. */
async function displayed(value: object): Promise<Record<string, string>> {
  const display = (value as Record<symbol, () => unknown>)[Symbol.for("Jupyter.display")]!;
  return (await display.call(value)) as Record<string, string>;
}

const fails = () => {
  throw new Error("unreadable");
};
function selfContaining(): object {
  const record: Record<string, unknown> = { id: "C1" };
  record["topic"] = record;
  return [record];
}

describe("a result", () => {
  test("is plain data, and so is each copy of the result", async () => {
    const result = await slack.channels.list({ limit: 3 });
    const plain = JSON.parse(JSON.stringify(result)) as typeof result;
    expect(Object.keys(result)).toEqual(["data", "meta"]);
    expect(isDict(result)).toBe(true);
    expect(result).toStrictEqual(plain);
    expect(isDeepStrictEqual(result, plain)).toBe(true);
    expect(structuredClone(result)).toStrictEqual(plain);
    expect(Reflect.ownKeys({ ...result })).toEqual(["data", "meta"]);
    expect(Object.keys(result.data)).toEqual(["0", "1", "2"]);
    expect(Reflect.ownKeys([...result.data])).toEqual(["0", "1", "2", "length"]);
  });

  test("shows the fields that a model sees, the ids as code, and how to get the next page", async () => {
    const result = await slack.channels.list({ limit: 3 });
    const { "text/html": html, "text/plain": text } = await displayed(result);
    expect(html).toContain("<strong>channels.list</strong>: 3 rows");
    expect(html).toContain("<code>C07A1QW2ER3</code>");
    expect(html).not.toContain("pending_shared");
    expect(html).toContain(`<code>cursor: &#34;${result.meta.next_cursor}&#34;</code>`);
    expect(text).toBe(inspect(result));
    expect(await displayed(result.data)).toEqual({ "text/html": html, "text/plain": text });
  });

  test("shows the chosen fields of a call with `fields`", async () => {
    const { "text/html": html } = await displayed(
      await slack.channels.list({ limit: 3, fields: ["creator"] }),
    );
    expect(html!.match(/<th /g)).toHaveLength(1);
    expect(html).toContain("creator");
  });

  test("shows its current data after the application has changed the data", async () => {
    const result = await slack.channels.list({ limit: 3 });
    result.data = result.data.slice(1, 2);
    expect(inspect(result)).toContain("channels.list: 1 row\n");
    expect(inspect(result)).not.toContain("C07A1QW2ER3");
  });

  const deep = Array.from({ length: 20_000 }).reduce<object>((inner) => ({ inner }), { end: true });
  test.each<[string, object]>([
    ["no meta", { meta: undefined }],
    ["gaps in the list", { data: Object.assign([], { length: 3 }) }],
    ["symbols", { data: [Symbol("one")] }],
    ["a getter that throws", { data: Object.defineProperty([], "0", { get: fails, enumerable: true }) }],
    ["a record that contains itself", { data: selfContaining() }],
    ["very deep records", { data: [{ topic: deep, id: deep }] }],
    ["warnings that are no list", { meta: { warnings: 3 } }],
  ])("never throws while it is shown, even if the application gave it %s", async (_, change) => {
    const result = Object.assign(await slack.channels.list({ limit: 1 }), change);
    expect(inspect(result)).toMatch(/^channels\.list|^\{/);
    expect((await displayed(result))["text/plain"]).not.toBe("");
  });

  test("prints its plain fields if it cannot be shown", async () => {
    const result = Object.assign(await slack.channels.list({ limit: 1 }), { meta: undefined });
    expect(inspect(result)).toMatch(/^\{\n {2}data: \[[^]*meta: undefined\n\}$/);
    expect((await displayed(result))["text/plain"]).toContain("console.log(value)");
  });

  test("prints at most 20 rows with console.log; result.data prints everything", async () => {
    const result = await slack.users.list();
    const rows = Array.from({ length: 30 }, () => result.data[0]!);
    result.data = rows;
    const text = inspect(result);
    expect(text).toContain("users.list: 30 rows");
    expect(text).toContain("(10 more rows in the result)");
    expect(text.split("\n").length).toBeLessThan(26);
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThan(1000);
    expect(inspect(rows).split("\n").length).toBeGreaterThan(30);
  });

  test("of a dry run says that nothing was changed, and of a write how to undo it", async () => {
    const note = { channel: "#general", text: "Hello" };
    const { "text/html": preview } = await displayed(await slack.messages.create({ ...note, dry_run: true }));
    expect(preview).toContain("#general (C07A1QW2ER3), 11 members");
    expect(preview).toContain("<p>This is a dry run: nothing was changed.</p>");
    const posted = await slack.messages.create(note);
    expect((await displayed(posted))["text/html"]).toContain("<code>await connector.undo(result)</code>");
    expect(inspect(await slack.undo(posted))).toMatch(/^messages\.delete\n {2}channel: C07A1QW2ER3\n/);
  });

  test("with a file shows its name, and leaves the stream unread", async () => {
    const { data: files } = await slack.files.list({ limit: 1 });
    const result = await slack.files.download({ file: files[0]!.id! });
    const { "text/html": html } = await displayed(result);
    expect(html).toContain(String(result.meta.filename));
    expect(html).toContain("stream");
    expect((await new Response(result.data).arrayBuffer()).byteLength).toBe(result.meta.size);
  });
});

describe("a connector", () => {
  test("shows no credential, however it is printed", async () => {
    const [result, catalogue] = [await slack.channels.list({ limit: 1 }), await slack.describe("pins")];
    for (const value of [slack, SlackConnector, slack.channels, slack.tools(), result, catalogue])
      for (const customInspect of [true, false]) {
        const options = { showHidden: true, showProxy: true, getters: true, depth: Infinity, customInspect };
        const text = inspect({ nested: [value] }, options);
        expect(text).toContain("nested");
        expect(text).not.toContain(sandbox.tokens.bot);
      }
  });

  test("shows its entities, and prints them with console.log", async () => {
    const { "text/html": html, "text/plain": text } = await displayed(slack);
    expect(html).toMatch(/<th[^>]*>channels<\/th><td[^>]*>list, get, create/);
    expect(text).toBe(inspect(slack));
    expect(text!.split("\n")).toHaveLength(5);
    expect(text).toMatch(/^Connector for Slack: \d+ entities\nchannels, channel_messages, /);
    expect(text).toContain('await connector.describe("entity", "action")');
  });

  test("describes an entity as a table of signatures, and an action with its params", async () => {
    const { "text/html": entity } = await displayed(await slack.describe("pins"));
    expect(entity).toMatch(/<td[^>]*>create\(channel, ts\)<\/td><td[^>]*>write<\/td>/);
    const { "text/html": action } = await displayed(await SlackConnector.describe("pins", "create"));
    expect(action).toMatch(/<td[^>]*>channel<\/td><td[^>]*>string<\/td><td[^>]*>true<\/td>/);
    expect(Object.keys(await slack.describe("pins"))).toEqual(["connector", "version", "entities"]);
  });
});

test("an error that was caught shows its message and its hint, and an error without a hint only its message", async () => {
  const error = await slack.channels
    .get({ channel: "#incident" })
    .catch((thrown: unknown) => thrown as ConnectorError);
  const { "text/plain": text } = await displayed(error);
  expect(text).toMatch(/^invalid_params: channel: there is no channel #incident .*\n.*channels\.list shows/);
  expect(await displayed(new ConnectorError("internal", "It failed."))).toEqual({
    "text/plain": "internal: It failed.",
  });
});

test.each([
  ["a wrong name", () => slack.execute("chanels" as never, "list" as never), /chanels.*channels/],
  ["a wrong param", () => slack.channels.list({ limti: 3 } as never), /limti.*did you mean limit/],
  ["a missing param", () => slack.channels.get({} as never), /channel/],
  [
    "a channel that does not exist",
    () => slack.channels.get({ channel: "#incident" }),
    /did you mean “#incidents”/,
  ],
])("the message alone says what is needed: %s", async (_, call, needed) => {
  await expect(call()).rejects.toThrow(needed);
});

test("an object that refuses new properties stays as it is", () => {
  const shown = () => ({ title: "", value: 1, notes: [] });
  const draft = new Proxy({ id: 1 }, { defineProperty: fails });
  expect(showAs(draft, shown)).toBe(draft);
  expect(Reflect.ownKeys(showAs(Object.freeze({ id: 1 }), shown))).toEqual(["id"]);
});
