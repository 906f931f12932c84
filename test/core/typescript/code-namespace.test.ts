import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { ConnectorError, defineConnector } from "../../../src/index.ts";
import { compileTypes } from "../../compile-types.ts";

// A model that writes code reads these declarations. They must be valid TypeScript, and offer what a tool offers.

const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
const ads = new AmazonAdsConnector({
  auth: { client_id: "i", client_secret: "s", refresh_token: "r" },
});

/** Returns the names of the methods, as `entity.action`. */
const methodsIn = (text: string): string[] => {
  let entity = "";
  return text.split("\n").flatMap((line) => {
    entity = /^ {2}const (\w+): \{$/.exec(line)?.[1] ?? entity;
    const action = /^ {4}(\w+)\(/.exec(line)?.[1];
    return action === undefined ? [] : [`${entity}.${action}`];
  });
};

/** Returns the names of the actions in a brief text, as `entity.action`. */
const briefIn = (text: string): string[] =>
  text.split("\n").flatMap((line) => {
    const [, entity, actions] = /^\/\/ ([a-z_]+): (.*)$/.exec(line) ?? [];
    if (entity === undefined || ["channel", "user", "ts"].includes(entity)) return [];
    return actions!.split("; ").map((one) => `${entity}.${/^\w+/.exec(one)![0]}`);
  });

test.each([
  {},
  { actions: "all" },
  { effects: ["read"] },
  { include: ["messages.*", "channels.list", "channels.archive"], effects: ["read", "destructive"] },
  { include: ["everyday", "functions.complete_success"] },
  { exclude: ["channels", "users.get"] },
  { only: { channel: ["C012AB3CD"] } },
] as const)("declares the actions of a tool with the options %j", async (options) => {
  const tools = await slack.tools({ ...options, shape: "per-action" } as never);
  const names = tools.map(({ name }) => name).filter((name) => !/_(describe|search)$/.test(name));
  const methods = methodsIn(await slack.typescript(options as never));
  expect(methods.map((name) => `slack_${name.replace(".", "_")}`)).toEqual(names);
});

test("the policy of the connector applies", async () => {
  const policy = { include: ["channels"], exclude: ["channels.join"], effects: ["read"] } as const;
  const limited = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { policy });
  expect(methodsIn(await limited.typescript())).toEqual(["channels.list", "channels.get"]);
});

test("a class has the same text as its connectors", async () => {
  expect(await SlackConnector.typescript()).toBe(await slack.typescript());
  await expect(SlackConnector.typescript({ available: true } as never)).rejects.toMatchObject({
    code: "config_error",
    path: "available",
  });
});

test("the everyday actions fit into the default budget with all details, in few tokens", async () => {
  for (const [connector, most] of [
    [slack, 5200],
    [ads, 8100],
  ] as const) {
    // prettier-ignore
    const text = await connector.typescript();
    expect(text).not.toContain("// Left out");
    expect(encode(text).length).toBeLessThan(most);
  }
});

test("code that uses the declarations compiles, and wrong code does not", async () => {
  const declarations = {
    "slack.d.ts": await slack.typescript(),
    "ads.d.ts": await ads.typescript({ actions: "all", budget: 60_000 }),
  };
  const right = `
    const { data: channels, meta } = await slack.channels.list({ types: ["im"], cursor: undefined });
    const found: slack.Channel | undefined = channels.find(({ name }) => name === "general");
    const next: string | undefined = meta.next_cursor;
    const { data } = await slack.messages.create({ channel: found!.id, markdown_text: "x", dry_run: true });
    await slack.reactions.delete({ channel: data.channel, ts: data.ts, name: "eyes" });
    const { data: campaigns } = await amazonAds.sponsored_product_campaigns.list({ states: ["ENABLED"] });
    const budget: number = campaigns[0]?.budget?.budget ?? 0;
    export { next, budget };`;
  const wrong = `
    await slack.channel.list();
    await slack.channels.lst();
    await slack.messages.create({ markdown_text: "x" });
    await slack.channels.list({ types: ["public"] });
    (await slack.users.get({ user: "U1" })).data.surname;
    export {};`;
  const loose = { exactOptionalPropertyTypes: false };
  expect(await compileTypes({ ...declarations, "right.ts": right }, loose)).toEqual([]);
  const errors = await compileTypes({ ...declarations, "wrong.ts": wrong }, loose);
  expect(errors.filter((line) => !line.startsWith(" ")).map((line) => /wrong\.ts\((\d)/.exec(line)?.[1])).toEqual(
    ["2", "3", "4", "5", "6"],
  ); // prettier-ignore
});

test.each([34_000, 20_000, 15_000, 10_000, 6000, 4500, 2000, 1000])(
  "a text within %i characters",
  async (budget) => {
    const texts = { slack: await slack.typescript({ budget }), ads: await ads.typescript({ budget }) };
    for (const text of Object.values(texts)) expect(text.length).toBeLessThanOrEqual(budget);
    expect(await compileTypes({ "slack.d.ts": texts.slack, "ads.d.ts": texts.ads })).toEqual([]);
    const all = methodsIn(await slack.typescript()).toSorted();
    const shown = budget > 10_000 ? methodsIn(texts.slack) : briefIn(texts.slack);
    if (budget >= 2000) expect(shown.toSorted()).toEqual(all);
    else expect(texts.slack).toContain(`\n// Left out: ${all.length - shown.length} actions.\n`);
  },
);

test("only results without a schema are unknown, and no brief text has an unknown field", async () => {
  const unknown: string[] = [];
  for (const connector of [slack, ads]) {
    let entity = "";
    for (const line of (await connector.typescript({ actions: "all", budget: 200_000 })).split("\n")) {
      entity = /^ {2}const (\w+): \{$/.exec(line)?.[1] ?? entity;
      if (/Result<(unknown|any|object)(\[\])?>;/.test(line))
        unknown.push(`${entity}.${/\w+/.exec(line)![0]}`);
    }
    const brief = (await connector.typescript({ budget: 8000 })).split("\n").slice(0, -1).join("\n");
    expect(brief).not.toMatch(/\b(unknown|any)\b(?!\})/);
  }
  // These actions return files.
  expect(unknown.toSorted()).toEqual(["exports.download_file", "files.download", "reports.download_file"]);
});

test("a budget can be in tokens", async () => {
  const countTokens = (text: string) => encode(text).length;
  const text = await slack.typescript({ budget: 1400, countTokens });
  expect(countTokens(text)).toBeLessThanOrEqual(1400);
  expect(countTokens(text)).toBeGreaterThan(1300);
  expect(text).toMatch(
    /^\/\/ channels: list\(query\?.*\) → Channel \{id, name, .*\[\]; get\(channel\) → Channel;/m,
  );
});

test("details that help the most are left out last", async () => {
  const full = await slack.typescript();
  const short = await slack.typescript({ budget: full.length - 1 });
  expect(short).not.toContain("exclude_archived");
  expect(short).toContain("/** Get one channel. */");
});

describe("options", () => {
  test("the namespace can have another name", async () => {
    expect(await slack.typescript({ name: "acmeSlack" })).toContain("\ndeclare namespace acmeSlack {\n");
    expect(await ads.typescript()).toContain("\ndeclare namespace amazonAds {\n");
  });
  test.each([
    [{ budget: 0 }, "budget"],
    [{ budget: "5" }, "budget"],
    [{ budget: 50 }, "budget"],
    [{ name: "a b" }, "name"],
    [{ name: "class" }, "name"],
    [{ shape: "dispatcher" }, "shape"],
    [{ descriptionBudget: 5 }, "descriptionBudget"],
    [{ include: ["chanels.list"] }, "tool options.include"],
    [{ include: ["channels.archive"], effects: ["read"] }, "tool options"],
  ])("%j is refused", async (options, path) => {
    const error = await slack.typescript(options as never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ code: "config_error", path });
  });
});

test("names of any connector file are valid in TypeScript", async () => {
  const params = {
    type: "object",
    properties: {
      "x-kind": { enum: ["a", 5, null, true] },
      class: { type: ["string", "null"] },
      either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }] },
      both: { allOf: [{ type: "object", properties: { a: { type: "string" } } }, { type: "object", properties: { b: {} } }] }, // prettier-ignore
      pair: { type: "array", prefixItems: [{ type: "number" }, { type: "boolean" }] },
      map: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      old: { type: "string", nullable: true },
      any: {},
    },
    required: ["class"],
  };
  const action = { description: 'Ends with */ and "quotes".', effect: "read", params, calls: "x", example: { class: null } }; // prettier-ignore
  const Odd = defineConnector({
    format: 1,
    name: "default",
    title: "Odd",
    endpoint: "https://odd.example",
    auth: {},
    operations: { x: { method: "GET", path: "/x", docs: "https://odd.example" } },
    actions: { import: { delete: action, new: action }, results: { page: action } },
  } as never);
  const text = await Odd.typescript();
  const use = `
    const n: number = 5;
    await default_.import.delete({ class: null, "x-kind": 5, either: [n], both: { a: "x", b: n }, pair: [n, true], map: { k: ["v"] }, old: null, any: n });
    // @ts-expect-error no such value
    await default_.import.new({ class: "x", "x-kind": "b" });
    // @ts-expect-error class is missing
    await default_.results.page({});
    export {};`;
  expect(await compileTypes({ "odd.d.ts": text, "use.ts": use })).toEqual([]);
});
