import { describe, expect, test } from "vitest";
import { idOf, messagesBy, nameOf, workspaceOf } from "./workspace-of.ts";

// How many requests the names in a result cost.

/** Returns authors that are spread over the whole workspace. */
const spread = (count: number, people: number) =>
  Array.from({ length: count }, (_, index) => (index * 7919) % people);

describe("a page of 100 authors names all of them", () => {
  test.each([
    ["100 people", 100, { "users.list": 1 }],
    ["900 people", 900, { "users.list": 1 }],
    // With more people, a page of Slack's list names fewer of the authors.
    ["10,000 people", 10_000, { "users.list": 11 }],
    ["100,000 people", 100_000, { "users.list": 1, "users.info": 99 }],
  ])("in a workspace of %s", async (_what, people, most) => {
    const { told, sent } = workspaceOf({ people, messages: messagesBy(spread(100, people)) });
    const { rows, warnings } = await told({ limit: 100 });
    const expected = spread(100, people).map((author) => `${nameOf(author)} (${idOf(author)})`);
    expect(rows.map(({ author }) => author)).toEqual(expected);
    expect(warnings).toBeUndefined();
    for (const method of ["users.list", "users.info"] as const)
      expect(sent[method] ?? 0, method).toBeLessThanOrEqual((most as Record<string, number>)[method] ?? 5);
  });
});

test("a few unknown people are looked up one by one", async () => {
  const { told, sent } = workspaceOf({ people: 900, messages: messagesBy([1, 2, 3, 4, 5, 1, 2]) });
  await told();
  expect(sent).toMatchObject({ "users.info": 5 });
  expect(sent).not.toHaveProperty("users.list");
});

describe("all()", () => {
  test("over 30,000 messages of 5,000 people asks for each person at most once", async () => {
    const authors = spread(30_000, 5000);
    const { slack, channel, sent } = workspaceOf({
      people: 5000,
      messages: messagesBy(authors),
      totalWaitMs: 3600_000,
    });
    const named = new Set<unknown>();
    let count = 0;
    for await (const { author } of slack.channel_messages.list.all({ channel, limit: 100 })) {
      expect(author).toBe(`${nameOf(authors[count]!)} (${idOf(authors[count]!)})`);
      named.add(author);
      count++;
    }
    expect([count, named.size]).toEqual([30_000, 5000]);
    expect(sent["users.list"]! + (sent["users.info"] ?? 0)).toBeLessThan(60);
  });

  test("over 10,000 members reads the names in pages", async () => {
    const { slack, channel, sent } = workspaceOf({ people: 10_000, totalWaitMs: 3600_000 });
    let count = 0;
    for await (const _member of slack.channel_members.list.all({ channel })) count++;
    expect(count).toBe(10_000);
    expect(sent["users.list"]).toBeLessThanOrEqual(11);
    expect(sent["users.info"] ?? 0).toBeLessThan(50);
  });

  test("with fields that show no names, looks up no names", async () => {
    const { slack, channel, sent } = workspaceOf({ people: 900, messages: messagesBy(spread(200, 900)) });
    const pages = slack.channel_messages.list.all({ channel, fields: ["ts", "text"] });
    for await (const message of pages) expect(Object.keys(message as object)).toEqual(["ts", "text"]);
    expect(Object.keys(sent).toSorted()).toEqual(["auth.test", "conversations.history"]);
  });
});

test.each([
  ["text", [2]],
  ["author", [1]],
  ["user", [1]],
  ["reactions", [3]],
  ["ts", []],
])("with the field %s, only the names in this field are looked up", async (field, people) => {
  const [message] = messagesBy([1]);
  const reactions = [{ name: "tada", count: 1, users: [idOf(3)] }];
  const asked: unknown[] = [];
  const { told } = workspaceOf({
    people: 10,
    messages: [{ ...message, text: `<@${idOf(2)}>`, reactions }],
    answers: {
      "users.info": (args) => (asked.push(args.get("user")), { user: { id: args.get("user"), name: "x" } }),
    },
  });
  await told({ fields: [field] });
  expect(asked).toEqual(people.map(idOf));
});

test("if the call cannot wait for all names, the result has the others and says how many are missing", async () => {
  const { told, clock } = workspaceOf({
    people: 100_000,
    messages: messagesBy(spread(100, 100_000)),
    totalWaitMs: 6000,
  });
  const started = clock.now();
  const { rows, warnings } = await told({ limit: 100 });
  expect(clock.now() - started).toBeLessThanOrEqual(6000);
  const bare = rows.filter(({ author }) => /^U\d+$/.test(String(author)));
  expect(bare.length).toBeGreaterThan(20);
  expect(warnings).toEqual([
    `${bare.length} of 100 names are missing. The call could not wait longer for Slack's rate limit.`,
  ]);
  // The next call goes on with the names that are still missing.
  clock.advance(60_000);
  expect((await told({ limit: 100 })).warnings).toBeUndefined();
});

test("if Slack refuses the names, the result says why", async () => {
  const refused = () => ({ ok: false, error: "missing_scope", needed: "users:read" });
  const { told, sent } = workspaceOf({
    people: 10,
    messages: messagesBy([1, 2]),
    answers: { "users.info": refused, "users.list": refused },
  });
  expect((await told()).warnings).toEqual([
    "2 of 2 names are missing. Slack users.info needs the scope users:read (missing_scope).",
  ]);
  const { "users.info": before } = sent;
  await told();
  expect(sent["users.info"]).toBe(before);
});
