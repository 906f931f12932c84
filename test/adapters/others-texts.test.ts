import { codeMode } from "agent-connectors/code-mode";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";
import * as adsWorld from "../suites/others-texts/amazon-ads-world.ts";
import { checkMarks } from "../suites/others-texts/canaries.ts";
import { aiSdkText, forms, remembered } from "../suites/others-texts/forms.ts";
import { effects, failing, openSlackWorld, unchanged } from "../suites/others-texts/slack-world.ts";

// In every form in which a model reads results, the texts of other people have their marks.

type Dict = Record<string, unknown>;

const slackWorld = await openSlackWorld();
const { slack, names, actions, paramsOf } = slackWorld;
const worlds = [
  { name: "slack", prefix: "slack", namespace: "slack", connector: slack, failing, names, effects, unchanged, actions, paramsOf }, // prettier-ignore
  { name: "amazon-ads", prefix: "amazon_ads", namespace: "amazonAds", connector: adsWorld.ads, failing: adsWorld.failing, names: adsWorld.names, effects: adsWorld.effects, unchanged: /^$/, actions: adsWorld.actions, paramsOf: adsWorld.paramsOf }, // prettier-ignore
] as const;

describe.each(worlds)("in results of $name", (world) => {
  const { connector, names, effects, unchanged } = world;
  const actions = world.actions as typeof slackWorld.actions;
  const paramsOf = world.paramsOf as typeof slackWorld.paramsOf;
  const reads = actions.filter(({ effect }) => effect === "read").map((known) => ({ ...known, params: paramsOf(known) })); // prettier-ignore
  const inputs = [
    ...reads.map(({ entity, action, params }) => ({ entity, action, params })),
    ...world.failing.map(([entity, action, params]) => ({ entity, action, params })),
  ];
  const opened = connector.tool({ include: names, effects }).then(remembered);

  test.each(forms)("for $name", async ({ open }) => {
    const { read, close } = await open(await opened);
    let marked = 0;
    for (const input of inputs) marked += checkMarks(await read(input), unchanged).length > 0 ? 1 : 0;
    expect(marked).toBeGreaterThan(18);
    await close?.();
  });

  test("for tools of one action, with records for a code mode, also from an earlier turn", async () => {
    const tools = await aiSdkTools(connector, { stream: "records", include: names, effects });
    let marked = 0;
    for (const [index, { entity, action, params }] of reads.entries()) {
      const tool = tools[`${world.prefix}_${entity}_${action}`];
      if (!tool) continue;
      const stored = index % 3 === 0;
      marked += checkMarks(await aiSdkText(tool, params, stored), stored ? /^data$/ : unchanged).length > 0 ? 1 : 0; // prettier-ignore
    }
    expect(marked).toBeGreaterThan(18);
  });

  test("for a program of code mode, which can return any part of what it has read", async () => {
    const code = await codeMode(connector, { include: names, effects });
    let marked = 0;
    for (const { entity, action, params } of [
      ...reads.filter((_, index) => index % 4 === 0),
      ...inputs.slice(-2),
    ]) {
      const result = await code.call(world.namespace, entity, action, params);
      const value = result.ok ? result.data : result.error.message;
      marked += checkMarks(code.text({ found: value }), /^data$/).length > 0 ? 1 : 0;
    }
    expect(marked).toBeGreaterThan(3);
  });

  test("on the next pages, and in the rest of long records", async () => {
    const small = await connector.tool({ include: names, effects, outputBudget: 700 });
    let followed = 0;
    for (const { entity, action, params } of reads.filter((_, index) => index % 2 === 0)) {
      let input: Dict | undefined = { entity, action, params };
      for (let page = 0; input && page < 2; page++) {
        const { text } = await small.call(input);
        // A canary can be in the part that is cut.
        checkMarks(text, /./);
        const { next, rest } = JSON.parse(text) as { next?: Dict; rest?: Dict };
        const more = next ?? rest;
        followed += more ? 1 : 0;
        input = more && ("entity" in more ? more : { entity, action, params: more });
      }
    }
    expect(followed).toBeGreaterThan(4);
  });

  test("and no description of a tool has a text of another person", async () => {
    for (const options of [{}, { actions: "all" as const }, { include: names, effects }]) {
      const { description, inputSchema, ...tool } = await connector.tool(options);
      expect(JSON.stringify([description, inputSchema])).not.toMatch(/zq\d+qz/);
      for (const input of [
        { entity: "connector", action: "describe" },
        { entity: "connector", action: "search", params: { query: "list" } },
      ])
        // prettier-ignore
        expect((await tool.call(input)).text).not.toMatch(/zq\d+qz/);
    }
  });
});

test("an approval that is refused because the situation has changed quotes the values of both times", async () => {
  const { slack, channel, person } = slackWorld;
  const [tool] = approvals([await slack.tool({ include: slackWorld.names })], { scope: "chat", store: memoryStore() }); // prettier-ignore
  const input = { entity: "channel_topics", action: "create", params: { channel, topic: "Mine" } };
  expect(await tool!.decide(input, { callId: "c1" })).toMatchObject({ status: "ask" });
  await person.channel_topics.create({ channel, topic: "Theirs" });
  const { text } = await tool!.call(input, { callId: "c1" });
  expect(checkMarks(text)).toEqual(["error.message"]);
});

test("the text beside a file that the model sees has its marks", async () => {
  const { slack, person, names } = slackWorld;
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF").toString("base64");
  const { data: file } = await person.files.upload({ filename: "plan.pdf", content_base64: pdf });
  const tool = await slack.tool({ include: names, vision: true });
  const result = await tool.call({ entity: "files", action: "download", params: { file: file.id } });
  expect(result.ok && checkMarks(result.media!.text)).toEqual(["filename"]);
});
