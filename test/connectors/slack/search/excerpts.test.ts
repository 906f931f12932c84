import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { beforeAll, describe, expect, test } from "vitest";
import { queryWords } from "../../../../src/connectors/slack/search/query-words.ts";
import { readList, type Told, untable } from "../../../suites/read-on.ts";

type Dict = Record<string, unknown>;

const filler = "All work and no play makes Jack a dull boy. ".repeat(100);
const long = `${filler}The walrus migration failed at noon, and Ana rolled it back. ${filler}The end.`;
const short = "The walrus is fine.";

const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
const tool = slack.tool({ effects: ["read", "write"], actions: "all" });
const ask = async (action: string, params: Dict) => {
  const { ok, text } = await (await tool).call({ entity: "search", action, params });
  expect(ok, text).toBe(true);
  return JSON.parse(text) as Told;
};
const rowsIn = (told: Told) => untable(told.data) as Dict[];
const textsIn = (told: Told) => rowsIn(told).map(({ text }) => String(text));

beforeAll(async () => {
  const { data } = await slack.channels.create({ name: "walrus" });
  for (const text of [short, long, long.replace("noon", "midnight")])
    await slack.messages.create({ channel: data.id, markdown_text: text });
});

describe.each([
  ["messages", {}],
  ["everything", {}],
  ["context", { include_bots: true }],
])("search.%s", (action, more) => {
  test("shows a long message around the words of the query, and a short message whole", async () => {
    const told = await ask(action, { query: "walrus migration", ...more });
    const excerpts = textsIn(told).filter((text) => text !== short);
    expect(excerpts.length).toBe(2);
    for (const text of excerpts) {
      expect(text).toContain("The walrus migration failed at");
      expect(text).toMatch(/^… \[\+(\d+) characters\] ….+… \[\+(\d+) characters\]$/);
      const shown = text.replaceAll(/… \[\+\d+ characters\](?: …)?/g, "");
      const missing = [...text.matchAll(/\[\+(\d+) characters\]/g)].reduce((sum, [, count]) => sum + Number(count), 0); // prettier-ignore
      expect(shown.length).toBeLessThan(320);
      expect([long.length, long.length + 4]).toContain(shown.length + missing);
    }
    expect(told.hint).toContain("Call rest for whole texts.");
  });

  test("names the call that reads the whole messages", async () => {
    const told = await ask(action, { query: "walrus migration", ...more });
    expect(told.rest).toMatchObject({ query: "walrus migration", fields: expect.any(Array) });
    const read: string[] = [];
    for (let call: Dict | undefined = told.rest; call;) {
      const page = await ask(action, call);
      expect(Object.keys(rowsIn(page)[0]!)).toEqual(expect.arrayContaining(["channel", "ts", "text"]));
      read.push(...textsIn(page));
      call = page.next;
    }
    expect(read.toSorted()).toEqual(expect.arrayContaining([long, long.replace("noon", "midnight")].toSorted())); // prettier-ignore
  });

  test("gives code the whole messages", async () => {
    const { data } = await slack.execute("search", action as "messages", {
      query: "walrus migration",
      ...more,
    });
    expect(JSON.stringify(data).includes(long)).toBe(true);
  });
});

test("a search whose messages are short has no call for the rest", async () => {
  const told = await ask("messages", { query: "walrus fine" });
  expect(textsIn(told)).toEqual([short]);
  expect(told).not.toHaveProperty("rest");
  expect(told).not.toHaveProperty("hint");
});

test("the call for the rest reads only the rows with a part of a message", async () => {
  const told = await ask("messages", { query: "walrus", sort: "timestamp", sort_dir: "asc" });
  expect(textsIn(told).map((text) => text === short)).toEqual([true, false, false]);
  const { items } = await readList((params) => ask("messages", params), told.rest!);
  expect(items.map((item) => (item as Dict).ts)).toEqual(rowsIn(told).slice(1).map(({ ts }) => ts)); // prettier-ignore
});

test("with a budget for less than one excerpt, a message is read from its beginning", async () => {
  const small = await slack.tool({ actions: "all", outputBudget: 400 });
  let call: Dict | undefined = { query: "migration midnight", limit: 1 };
  let all = "";
  for (let calls = 0; call && calls < 80; calls++) {
    const { text } = await small.call({ entity: "search", action: "messages", params: call });
    const told = JSON.parse(text) as Told;
    all += textsIn(told)[0]!.replace(/… \[\+\d+ characters\]$/, "");
    call = told.rest;
  }
  expect(all === long.replace("noon", "midnight")).toBe(true);
});

test.each([
  ["deploy failed in:#incidents from:@ana", ["deploy", "fail"]],
  ['"roll back" plan -draft before:2026-01-01', ["roll back", "plan"]],
  ['in:"big team" from:"Ana Bo" tents', ["tent"]],
  ["in:#general", []],
  ["is it up", ["is", "it", "up"]],
  ["it is the budget?", ["the", "budget"]],
  ["release*", ["releas"]],
  ["“no plan” here", ["no plan", "here"]],
  ['an "open phrase', ["open", "phras"]],
  ["会議 メモ", ["会議", "メモ"]],
  ["C++ node.js", ["node.js"]],
])("the words of the query %s are %j", (query, words) => {
  expect(queryWords(query)).toEqual(words);
});
