import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { ToolsOptions } from "agent-connectors";
import { functionTools, type FunctionTools } from "agent-connectors/json-schema";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { type Ask, readList, readRecord, type Told } from "../../suites/read-on.ts";

// If a result is larger than the output budget, a model gets every item once by following the printed `next`. A write
// never runs a second time.

type Dict = Record<string, unknown>;

const channel = "C07A1QW2ER3";
const crowded = "C07A2RT4YU5";
const long = `${"All work and no play makes Jack a dull boy. ".repeat(900)}The end.`;

/** The default workspace, with more records of every kind. */
function workspace() {
  const { usergroups, reminders, users } = slackSandbox().state();
  const many = <T extends { id: string }>(records: readonly T[], change: (index: number) => Partial<T>) =>
    Array.from({ length: 25 }, (_, index) => ({
      ...records[0]!,
      ...change(index),
      id: `${records[0]!.id}${index}`,
    }));
  const at = (index: number) => `${1_773_000_000 + index * 60}.000100`;
  const [first, second] = users;
  return slackSandbox({
    rateLimits: false,
    seed: {
      usergroups: many(usergroups, (index) => ({
        handle: `group-${index}`,
        users: users.map(({ id }) => id),
      })),
      reminders: many(reminders, (index) => ({ text: `Reminder ${index}` })),
      emoji: Object.fromEntries(
        Array.from({ length: 80 }, (_, index) => [`otter-${index}`, "alias:fernhill"]),
      ),
      messages: {
        [channel]: [
          { type: "message", ts: at(5500), user: first!.id, text: long },
          { type: "message", ts: at(5501), user: second!.id, text: "What was that?" },
        ],
        [crowded]: Array.from({ length: 500 }, (_, index) => ({
          type: "message",
          ts: at(index),
          user: users[index % users.length]!.id,
          text: `${index % 20 === 0 ? "Tent" : "Message"} ${index}, for <@${users[(index * 7) % users.length]!.id}>.`,
        })),
      },
    },
  });
}

const sandbox = workspace();
const connect = (api_token: string) => new SlackConnector({ auth: { api_token } }, sandbox.options);
const bot = connect(sandbox.tokens.bot);
/** A connector with the token of a person, because bots cannot read some lists. */
const user = connect(sandbox.tokens.user);

const adapters = new Map<string, Promise<FunctionTools>>();

/** Returns a function that calls an action as a model does, and returns the text that the model reads. */
async function asker(connector: SlackConnector, name: string, options: ToolsOptions): Promise<Ask> {
  const key = `${connector === bot} ${JSON.stringify(options)}`;
  if (!adapters.has(key)) adapters.set(key, functionTools(connector, { actions: "all", ...options }));
  const tools = await adapters.get(key)!;
  const [entity, action] = name.split(".");
  const perAction = options.shape === "per-action";
  return async (params) => {
    const { content } = await tools.run({
      type: "function",
      id: "c",
      function: {
        name: perAction ? `slack_${entity}_${action}` : "slack",
        arguments: JSON.stringify(perAction ? params : { entity, action, params }),
      },
    } as const);
    expect(content.length).toBeLessThanOrEqual(options.outputBudget ?? 12_000);
    const told = JSON.parse(content) as Told;
    expect(told.error, content).toBeUndefined();
    return told;
  };
}

/** The `ts` of a thread. The thread, and other records for the lists, are created by calls. */
let thread: string;
let tasks: string;
beforeAll(async () => {
  tasks = (await user.lists.create({ name: "Tasks" })).data!.list_id;
  for (let index = 0; index < 5; index++) await user.list_items.create({ list_id: tasks });
  thread = (await user.messages.create({ channel: crowded, text: "A thread" })).data.ts!;
  for (let index = 0; index < 15; index++) {
    const { data } = await user.messages.create({
      channel: crowded,
      thread_ts: thread,
      text: `Reply ${index}: ${"yes ".repeat(40)}`,
    });
    await user.pins.create({ channel: crowded, ts: data.ts! });
    await user.bookmarks.create({ channel, title: `Page ${index}`, link: `https://example.com/${index}` });
    await user.scheduled_messages.create({ channel, text: `Later ${index}`, post_at: 1_773_400_000 + index });
    await user.files.upload({ filename: `notes-${index}.txt`, content: "notes", channel: crowded });
    await user.canvases.create({ title: `Canvas ${index}`, markdown: "# Notes" });
  }
});
/** The params of each list. A list without an entry is called without params. */
const params: Readonly<Record<string, () => Dict>> = {
  "channel_messages.list": () => ({ channel: crowded }),
  "threads.list": () => ({ channel: crowded, ts: thread }),
  "search.context": () => ({ query: "tent" }),
  "search.everything": () => ({ query: "tent" }),
  "search.files": () => ({ query: "notes" }),
  "search.messages": () => ({ query: "tent" }),
  "channel_members.list": () => ({ channel }),
  "pins.list": () => ({ channel: crowded }),
  "bookmarks.list": () => ({ channel }),
  "usergroup_members.list": () => ({ usergroup: "S07ENG3R8N50" }),
  "list_items.list": () => ({ list_id: tasks }),
};
const { entities } = await SlackConnector.describe();
const lists = Object.entries(entities).flatMap(([entity, actions]) =>
  Object.entries(actions).flatMap(([action, { paginated, params: schema }]) =>
    paginated ? [{ name: `${entity}.${action}`, limits: "limit" in schema.properties! }] : [],
  ),
);

/** Removes the time of each row. A row shows the day only if the row above has another day, so times can differ. */
const timeless = (items: readonly unknown[]) =>
  items.map((item) => (typeof item === "object" ? { ...item, time: undefined } : item));

describe("a model gets every item once with the printed next and rest", () => {
  const check = async (list: (typeof lists)[number], options: ToolsOptions, limit: number | undefined) => {
    const given = { ...params[list.name]?.(), ...(list.limits && limit ? { limit } : {}) };
    const whole = await readList(await asker(user, list.name, { outputBudget: 10_000_000 }), given);
    const read = await readList(await asker(user, list.name, options), given);
    expect(timeless(read.items)).toEqual(timeless(whole.items));
    // The model got as many items as the platform has.
    const [entity, action] = list.name.split(".") as ["users", "list"];
    let count = 0;
    for await (const _ of user[entity][action].all(given as never)) count++;
    expect(read.items).toHaveLength(count);
    return read;
  };

  test.each(lists)("of $name", async (list) => {
    const outputBudget = list.name === "channel_messages.list" ? 3000 : 700;
    const { items, calls } = await check(list, { outputBudget }, undefined);
    expect(items.length).toBeGreaterThan(0);
    if (items.length > 20) expect(calls).toBeGreaterThan(1);
  });

  test("with any budget, page and shape", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lists.filter(({ name }) => name !== "channel_messages.list")),
        fc.integer({ min: 14, max: 50 }).map((hundreds) => hundreds * 50),
        fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        fc.constantFrom("dispatcher" as const, "per-action" as const),
        async (list, outputBudget, limit, shape) => {
          await check(list, { outputBudget, shape }, limit);
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 4000, endOnFailure: true },
    );
  });

  test("of a page of 500, with the default budget", async () => {
    const ask = await asker(bot, "channel_messages.list", {});
    const first = await ask({ channel: crowded, limit: 500 });
    expect(first).toMatchObject({
      of: 500,
      next: { channel: crowded, limit: 500, cursor: expect.any(String) },
    });
    expect(first.shown).toBeGreaterThan(50);
    const { items } = await readList(ask, { channel: crowded, limit: 500 });
    expect(items.length).toBeGreaterThan(500);
    expect(new Set(items.map((item) => (item as Dict).ts)).size).toBe(items.length);
  });
});

describe("a message of 40,000 characters", () => {
  test("is shown in its channel among the others, and can be read to its end", async () => {
    const ask = await asker(bot, "channel_messages.list", {});
    const told = await ask({ channel, limit: 20 });
    const { columns, rows } = told.data as { columns: string[]; rows: unknown[][] };
    const texts = rows.map((row) => String(row[columns.indexOf("text")]));
    expect(texts[0]).toBe("What was that?");
    expect(texts[1]).toMatch(/^All work and no play.+… \[\+\d+ characters\]$/);
    expect(rows.length).toBeGreaterThan(5);
    const { items } = await readList(ask, { channel, limit: 20 });
    expect((items[1] as Dict).text).toBe(long);
  });
  test("can be read completely by itself", async () => {
    const { data } = await bot.channel_messages.list({ channel, limit: 2 });
    for (const shape of ["dispatcher", "per-action"] as const) {
      const ask = await asker(bot, "messages.get", { shape });
      const message = await readRecord(ask, { channel, ts: data[1]!.ts });
      expect((message as Dict).text).toBe(long);
    }
  });
});

describe("a write", () => {
  const posts = () =>
    sandbox.calls().filter(({ method }) => /chat\.(postMessage|update|delete)/.test(method));

  test("of a long text says what happened, and does not repeat the text", async () => {
    for (const shape of ["dispatcher", "per-action"] as const) {
      const before = posts().length;
      const create = await asker(bot, "messages.create", { outputBudget: 900, shape });
      const told = await create({ channel, text: long.slice(0, 3900) });
      expect(told.data).toEqual({ ts: expect.stringMatching(/^\d+\.\d+$/) });
      expect(told).not.toHaveProperty("next");
      expect(told).not.toHaveProperty("rest");
      expect(posts()).toHaveLength(before + 1);
    }
  });
  test("in a dry run shows what it would send, as far as it fits", async () => {
    const before = posts().length;
    const create = await asker(bot, "messages.create", { outputBudget: 900 });
    const told = await create({ channel, text: long.slice(0, 3900), dry_run: true });
    expect(told).toMatchObject({
      dry_run: true,
      data: { action: "create", params: { text: expect.stringMatching(/… \[\+\d+ characters\]$/) } },
    });
    expect(posts()).toHaveLength(before);
  });
});

test("a long file can be read to its end", async () => {
  const content = "Line after line.\n".repeat(2000);
  const { data } = await bot.files.upload({ filename: "a.txt", content });
  const ask = await asker(bot, "files.download", {});
  let all = "";
  for (let call: Dict | undefined = { file: data.id }; call;) {
    const told = await ask(call);
    const file = told.data as Dict;
    all += String(file.text ?? file.beginning);
    call = told.rest;
  }
  expect(all).toBe(content);
});
