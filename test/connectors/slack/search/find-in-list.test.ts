import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Slack's lists of people and channels have no search: https://docs.slack.dev/reference/methods/users.list and
// https://docs.slack.dev/reference/methods/conversations.list

const people = [
  { name: "Diana Prince", title: "Account manager" },
  { name: "Ana Archer", title: "Head of Billing", email: "a.archer@acme.example" },
  { name: "José Núñez", display_name: "pepe" },
  { name: "Ana Zhou", deleted: true },
  { name: "Bo Berg" },
];

function open(token: "bot" | "user" | "limited" = "bot", users: readonly object[] = people) {
  const workspace = {
    users: users as never,
    channels: [
      { name: "general" },
      { name: "dashboards", topic: "Figures &amp; goals of the quarter" },
      { name: "team-billing", purpose: "Invoices, Refunds" },
      { name: "billing", is_private: true },
      { name: "billing-2024", is_archived: true },
    ],
  };
  const sandbox = slackSandbox({ workspace });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens[token] } }, sandbox.options);
  const sent = () => sandbox.calls().map(({ method }) => method);
  return { sandbox, slack, sent };
}

describe("users.list with query", () => {
  const names = async (query: string) =>
    (await open().slack.users.list({ query })).data.map(({ real_name }) => real_name);

  test.each([
    ["ana", ["Ana Archer", "Diana Prince", "Ana Zhou"]],
    ["ANA arch", ["Ana Archer"]],
    ["nunez", ["José Núñez"]],
    ["@pepe", ["José Núñez"]],
    ["billing", ["Ana Archer"]],
    ["a.archer@", ["Ana Archer"]],
    ["xyzzy", []],
  ])("finds %s in handles, names, titles and addresses", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test("reads one page of 999 people, and none if the query is missing in the call", async () => {
    const { slack, sandbox } = open();
    await slack.users.list({ query: "ana", limit: 5 });
    expect(sandbox.calls().map(({ method, args }) => [method, args])).toEqual([
      ["users.list", { limit: "999" }],
    ]);
  });

  test("cursors lead to all matches, each one once", async () => {
    const { slack } = open(
      "bot",
      Array.from({ length: 2100 }, (_, index) => ({ name: `Person ${index}` })),
    );
    const found: string[] = [];
    for await (const { real_name } of slack.users.list.all({ query: "person.1", limit: 300 }))
      found.push(real_name!);
    const expected = Array.from({ length: 2100 }, (_, index) => `Person ${index}`).filter((name) =>
      name.startsWith("Person 1"),
    );
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test("after ten pages, says how many people were searched, and the next page goes on", async () => {
    const page = (from: number) => ({
      ok: true,
      members: Array.from({ length: 999 }, (_, index) => ({
        id: `U${from + index}`,
        name: `p${from + index}`,
      })),
      response_metadata: { next_cursor: from < 11_000 ? `c${from + 999}` : "" },
    });
    let requests = 0;
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      requests++;
      const cursor = new URLSearchParams(String(init?.body)).get("cursor");
      return Response.json(page(Number(cursor?.slice(1) ?? 0)));
    };
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const first = await slack.users.list({ query: "p10500" });
    expect(requests).toBe(10);
    expect(first).toMatchObject({ data: [], meta: { has_more: true, next_cursor: "c9990" } });
    expect(first.meta.warnings?.join()).toMatch(/more people: 9990 were searched/);
    const second = await slack.users.list({ query: "p10500", cursor: first.meta.next_cursor });
    expect(second).toMatchObject({ data: [{ id: "U10500" }], meta: { has_more: false } });
  });
});

describe("channels.list with query", () => {
  const found = async (params: object, token: "bot" | "user" | "limited" = "user") => {
    const { data, meta } = await open(token).slack.channels.list(params);
    return { names: data.map(({ name }) => name), warnings: meta.warnings };
  };

  test("finds parts of names, topics and purposes, also in private channels, archived ones last", async () => {
    expect((await found({ query: "billing" })).names).toEqual(["billing", "team-billing", "billing-2024"]);
    expect((await found({ query: "#bill", exclude_archived: true })).names).toEqual([
      "billing",
      "team-billing",
    ]);
    expect((await found({ query: "refunds invoices" })).names).toEqual(["team-billing"]);
    expect((await found({ query: "figures & goals" })).names).toEqual(["dashboards"]);
  });

  test("searches only the given types", async () => {
    expect((await found({ query: "billing", types: ["private_channel"] })).names).toEqual(["billing"]);
  });

  test("with a token that cannot list private channels, searches the public ones and says so", async () => {
    const { sandbox, slack } = open("bot");
    sandbox.fail({ operation: "conversations.list", kind: "ok_false", error: "missing_scope" });
    const { data, meta } = await slack.channels.list({ query: "billing" });
    expect(data.map(({ name }) => name)).toEqual(["team-billing", "billing-2024"]);
    expect(meta.warnings).toEqual([expect.stringMatching(/Only public channels.*groups:read/)]);
    await expect(open("limited").slack.users.list({ query: "ana" })).resolves.toBeDefined();
  });

  test("a model gets a table of the matches", async () => {
    const tool = await open("user").slack.tool();
    const { text } = await tool.call({ entity: "channels", action: "list", params: { query: "dashboard" } });
    expect(text).toContain("dashboards");
    expect(text).not.toContain("general");
  });
});
