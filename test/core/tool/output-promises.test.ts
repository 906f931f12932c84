import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { functionTools } from "agent-connectors/json-schema";
import { action, defineConnector, listAction, type ToolsOptions } from "../../../src/index.ts";
import type { PlatformClient } from "../../../src/toolkit.ts";
import { type Ask, readList, readRecord, type Told, untable } from "../../suites/read-on.ts";

// If a result is larger than the output budget, the model reads valid JSON within the budget. The calls in `next` and
// `rest` return what is missing.

type Dict = Record<string, unknown>;

const docs = "https://acme.example";
const post = { method: "POST", path: "/", docs } as const;
const operations = {
  cursors: {
    ...post,
    paging: { kind: "cursor", limit: "limit", cursor: "after", next: "next", default: 7, max: 50 },
  },
  tokens: { ...post, paging: { kind: "cursor", cursor: "after", next: "next", default: 7, max: 7 } },
  numbers: {
    ...post,
    paging: { kind: "page", limit: "count", cursor: "page", pages: "pages", default: 7, max: 50 },
  },
  all: post,
  set: post,
} as const;
type Name = keyof typeof operations;

const params = () => ({});
const list = (calls: Name, view?: (record: Dict) => Dict) =>
  listAction({ description: "d", params, calls, pick: "items", example: {}, ...(view ? { view } : {}) });
const entities = {
  notes: {
    cursors: list("cursors"),
    tokens: list("tokens"),
    numbers: list("numbers"),
    unpaged: list("all"),
    viewed: list("cursors", ({ id, text, ...rest }) => ({ id, said: text && `: ${String(text)}`, ...rest })),
    array: action({
      description: "d",
      params,
      result: (z) => z.array(z.looseObject({})),
      effect: "read",
      calls: "all",
      pick: "items",
      example: {},
    }),
    get: action({ description: "d", params, effect: "read", calls: "all", pick: "items.0", example: {} }),
    set: action({
      description: "d",
      params,
      effect: "write",
      calls: "set",
      example: {},
      run: async (_params, { send }) => ({ data: (await send("set", {})).body, meta: written }),
    }),
    filtered: listAction({
      description: "d",
      params: (z) => ({ ids: z.array(z.string()) }),
      calls: "cursors",
      pick: "items",
      example: { ids: [] },
    }),
    undeclared: action({
      description: "d",
      params,
      effect: "read",
      calls: "all",
      pick: "items",
      example: {},
    }),
    explained: listAction({
      description: "d",
      params,
      calls: "all",
      example: {},
      run: async (_params, { send }) => {
        const { items: data } = (await send("all", {})).body as { items: Dict[] };
        return { data, meta: { ids: Object.fromEntries(data.map(({ id }) => [id, `U${String(id)}`])) } };
      },
    }),
    file: action({
      description: "d",
      params,
      effect: "read",
      calls: "set",
      example: {},
      run: async (_params, { send }) => ({
        data: new Blob([((await send("set", {})).body as { content: string }).content]).stream(),
        meta: { filename: "a.txt" },
      }),
    }),
    put: action({
      description: "d",
      params: (z) => ({ items: z.array(z.string()) }),
      effect: "write",
      calls: "set",
      example: { items: [] },
    }),
  },
};
let written: Dict = {};

/** Opens a connector to a platform with these items. */
function open(
  items: readonly Dict[],
  options: ToolsOptions = {},
  body?: Dict,
  cursor = (end: number) => String(end),
) {
  const sent: string[] = [];
  const client: PlatformClient = {
    identify: async () => ({ identity: {} }),
    async send(operation, args) {
      sent.push(operation);
      const headers = new Headers();
      if (operation === "set") return { body, headers };
      if (operation === "all") return { body: { items }, headers };
      const size = Number(args.limit ?? args.count ?? 7);
      const start =
        operation === "numbers"
          ? (Number(args.page ?? 1) - 1) * size
          : Number(String(args.after ?? 0).replaceAll("~", ""));
      const end = start + size;
      const next = end < items.length ? { next: cursor(end) } : {};
      const page = { items: items.slice(start, end), pages: Math.ceil(items.length / size), ...next };
      return { body: page, headers };
    },
  };
  const Acme = defineConnector({
    name: "acme",
    title: "Acme",
    endpoint: docs,
    requestIdHeader: "x",
    auth: { token: { token: { description: "t" } } },
    toolEffects: ["read", "write"],
    legend: ["ids"],
    entities,
    operations,
    connect: () => client,
  });
  const acme = new Acme({ auth: { token: "t" } });
  /** Returns a function that calls the tool through an adapter, as a provider's model does. */
  const asker = async (name: string, more: ToolsOptions): Promise<Ask> => {
    const perAction = more.shape === "per-action";
    const tools = await functionTools(acme, more);
    return async (given) => {
      const { content } = await tools.run({
        type: "function",
        id: "c",
        function: {
          name: perAction ? `acme_notes_${name}` : "acme",
          arguments: JSON.stringify(perAction ? given : { entity: "notes", action: name, params: given }),
        },
      } as const);
      const { outputBudget: most = 12_000, countTokens = (one: string) => one.length } = more;
      expect(countTokens(content)).toBeLessThanOrEqual(most);
      const told = JSON.parse(content) as Told;
      expect(told.error, content).toBeUndefined();
      return told;
    };
  };
  return { acme, sent, ask: (name: string, more: ToolsOptions = {}) => asker(name, { ...options, ...more }) };
}

const text = fc
  .tuple(fc.string({ unit: "grapheme", maxLength: 12 }), fc.nat(400))
  .map(([part, times]) => part.repeat(times).slice(0, 2000).toWellFormed());
const short = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const record = fc.record(
  {
    text,
    title: short,
    tags: fc.array(short, { maxLength: 200 }),
    people: fc.array(fc.record({ name: short, about: text }), { maxLength: 6 }),
    inner: fc.record({ text, count: fc.nat() }),
  },
  { requiredKeys: [] },
);
const items = fc
  .array(record, { maxLength: 12 })
  .map((records): Dict[] => records.map((one, index) => ({ id: `n${index}`, ...one })));
const lists = ["cursors", "tokens", "numbers", "unpaged", "viewed", "array"] as const;
const shape = fc.constantFrom("dispatcher" as const, "per-action" as const);
const budget = fc.integer({ min: 500, max: 5000 });
const tokens = (content: string) => Math.ceil(content.length / 4);

describe("a model gets every item once with the printed calls", () => {
  test("of every kind of list", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lists),
        items,
        shape,
        budget,
        fc.option(fc.integer({ min: 1, max: 30 })),
        fc.boolean(),
        async (name, all, as, outputBudget, limit, byTokens) => {
          const { ask } = open(all, { shape: as });
          const given = limit !== null && ["cursors", "numbers", "viewed"].includes(name) ? { limit } : {};
          const expected = await readList(await ask(name, { outputBudget: 10_000_000 }), given);
          expect(expected.items.length).toBe(all.length);
          const options = byTokens
            ? { outputBudget: outputBudget / 4, countTokens: tokens }
            : { outputBudget };
          const read = await readList(await ask(name, options), given);
          expect(read.items).toEqual(expected.items);
        },
      ),
      { numRuns: 15, interruptAfterTimeLimit: 4000, endOnFailure: true },
    );
  });
  test("of every part of a record", async () => {
    await fc.assert(
      fc.asyncProperty(record, shape, budget, async (one, as, outputBudget) => {
        const { ask } = open([{ id: "n1", ...one }], { shape: as });
        const expected = await readRecord(await ask("get"), {});
        const whole = await readRecord(await ask("get", { outputBudget: 10_000_000 }), {});
        expect(expected).toEqual(whole);
        expect(await readRecord(await ask("get", { outputBudget }), {})).toEqual(whole);
      }),
      { numRuns: 15, interruptAfterTimeLimit: 4000, endOnFailure: true },
    );
  });
});

const batch = (count: number, failed = 0) => ({
  succeeded: Array.from({ length: count }, (_, index) => ({
    index,
    id: `14437319430938${String(index).padStart(4, "0")}`,
    record: { name: `item ${index}`, state: "PAUSED", text: "x".repeat(200) },
  })),
  failed: Array.from({ length: failed }, (_, index) => ({
    index: count + index,
    reason: "TOO_LOW",
    limits: { lower: "0.02" },
  })),
});

describe("a write over its budget", () => {
  /** Runs one write. Returns what the model reads, and the sent operations. */
  const write = async (body: Dict, meta: Dict, options: ToolsOptions = {}) => {
    written = meta;
    const { ask, sent } = open([], options, body);
    return { told: (await (await ask("set", options))({})) as Told & Dict, sent };
  };

  test("returns counts, ids and failures, but no call that writes again", async () => {
    const undo = {
      entity: "notes",
      action: "set",
      params: { ids: batch(200).succeeded.map(({ id }) => id) },
    };
    const { told, sent } = await write(batch(200, 2), { undo, warnings: ["slow"] });
    expect(told).toMatchObject({
      cut: { "data.succeeded": "200 of 200, without record" },
      data: {
        succeeded: { columns: ["index", "id"] },
        failed: {
          columns: ["index"],
          every_row: { reason: "TOO_LOW", "limits.lower": "0.02" },
          rows: [[200], [201]],
        },
      },
      hint: expect.stringMatching(/^Done: do not call again/),
      warnings: ["slow"],
      undo: { "notes.set": undo.params },
    });
    expect((told.data as { succeeded: { rows: unknown[] } }).succeeded.rows).toHaveLength(200);
    expect(sent).toEqual(["set"]);
  });
  test("returns the number of ids if not all ids fit", async () => {
    const { told } = await write(batch(2000, 3), {});
    expect(told.cut).toEqual({ "data.succeeded": expect.stringMatching(/^\d+ of 2000, without record$/) });
    expect((told.data as Dict).failed).toMatchObject({ rows: { length: 3 } });
    expect((told.data as { succeeded: { rows: unknown[] } }).succeeded.rows.length).toBeGreaterThan(300);
  });
  test("can have a list as its result", async () => {
    const { told } = await write(batch(500).succeeded as never, {});
    expect(told).toMatchObject({
      cut: { data: expect.stringMatching(/^\d+ of 500, without record$/) },
      hint: expect.stringMatching(/do not call again/),
    });
  });
  test("is valid JSON within any budget, and never contains a call", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(300), fc.nat(300)).map(([some, others]) => batch(some, others)),
        fc.record(
          {
            warnings: fc.array(text, { maxLength: 30 }),
            undo: text.map((value) => ({ entity: "notes", action: "set", params: { value } })),
            ids: fc.dictionary(short, short, { maxKeys: 300 }),
            already: short,
          },
          { requiredKeys: [] },
        ),
        fc.integer({ min: 60, max: 5000 }),
        shape,
        async (body, meta, outputBudget, as) => {
          const { told } = await write(body, meta, { outputBudget, shape: as });
          expect(told).not.toHaveProperty("next");
          expect(told).not.toHaveProperty("rest");
          // If a part of `meta` is missing or cut off, the text says this.
          const said = JSON.stringify(told);
          const { undo } = meta;
          const asTold = { ...meta, ...(undo ? { undo: { "notes.set": undo.params } } : {}) };
          for (const [name, one] of Object.entries(asTold))
            // `ids` can lack ids that the data does not mention.
            if (name !== "ids" && JSON.stringify(told[name]) !== JSON.stringify(one))
              expect(said, name).toMatch(/"cut":|too long to show|… \[\+\d+ characters\]/);
        },
      ),
      { numRuns: 20, interruptAfterTimeLimit: 4000, endOnFailure: true },
    );
  });
  test("in a dry run shows what would be sent, as far as it fits", async () => {
    const { ask, sent } = open([]);
    const call = await ask("put", { outputBudget: 1000 });
    const told = await call({
      items: Array.from({ length: 300 }, (_, index) => `item ${index}`),
      dry_run: true,
    });
    expect(told).toMatchObject({
      dry_run: true,
      data: { entity: "notes", action: "put", params: { items: expect.arrayContaining(["item 0"]) } },
      cut: { "data.params.items": expect.stringMatching(/^\d+ of 300$/) },
    });
    expect(told).not.toHaveProperty("next");
    expect(sent).toEqual([]);
  });
});

describe("a read", () => {
  test("with a small budget is valid JSON that says that something is missing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lists, "get" as const),
        items.filter((some) => some.length > 0),
        fc.integer({ min: 60, max: 500 }),
        shape,
        async (name, all, outputBudget, as) => {
          const { ask } = open(all, { outputBudget, shape: as });
          const told = await (await ask(name))({});
          const whole = await (await ask(name, { outputBudget: 10_000_000 }))({});
          if (JSON.stringify(told.data) !== JSON.stringify(whole.data))
            expect(told.hint ?? told.cut ?? told.shown).toBeDefined();
        },
      ),
      { numRuns: 30, interruptAfterTimeLimit: 4000, endOnFailure: true },
    );
  });
  test("a text that is too large for any page is cut off between complete items", async () => {
    const all = ["a", "b", "c", "d", "e"].map((id) => ({ id, text: id === "b" ? "x".repeat(40_000) : id }));
    const { ask } = open(all);
    const read = await ask("cursors");
    const told = await read({});
    expect(untable(told.data)).toMatchObject([
      all[0],
      { id: "b", text: expect.stringMatching(/^x{10000,}… \[\+\d+ characters\]$/) },
      all[2],
      all[3],
      all[4],
    ]);
    expect(told).not.toHaveProperty("next");
    expect(told.rest).toMatchObject({ cursor: "~1-2~", fields: [expect.stringMatching(/^text@\d+$/)] });
    expect((await readList(read, {})).items).toEqual(all);
  });
  test("very large params are not repeated in `next`, and the hint says so", async () => {
    const { ask } = open(batch(50).succeeded);
    const told = await (await ask("filtered", { outputBudget: 2000 }))({ ids: Array(300).fill("abc") });
    expect(told.next).toEqual({ cursor: expect.any(String) });
    expect(told.hint).toContain("Add the other params to next.");
  });
  test("a list that cannot be continued says so", async () => {
    const { ask } = open(batch(50).succeeded);
    const told = await (await ask("undeclared", { outputBudget: 2000 }))({});
    expect(told).toMatchObject({
      of: 50,
      hint: expect.stringMatching(/do not fit: ask for fewer fields, or for less/),
    });
    expect(untable(told.data)).toHaveLength(told.shown!);
    expect(told).not.toHaveProperty("next");
  });
  test("a cursor for a list without pages is refused", async () => {
    const { acme } = open([]);
    await expect(acme.execute("notes", "unpaged", { cursor: "abc" })).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.cursor",
    });
  });
  test("a platform's cursor that looks like our own cursor still works", async () => {
    const { acme } = open(batch(20).succeeded, {}, undefined, (end) => `~${end}~`);
    const ids: unknown[] = [];
    for await (const { id } of acme.notes.cursors.all({ limit: 6 }) as AsyncIterable<Dict>) ids.push(id);
    expect(ids).toEqual(batch(20).succeeded.map(({ id }) => id));
  });
  test("the shown data has the explanations that it needs", async () => {
    const { ask } = open(batch(60).succeeded);
    const told = await (await ask("explained", { outputBudget: 2000 }))({});
    const shown = untable(told.data) as Dict[];
    expect(Object.keys(told.ids as Dict)).toEqual(shown.map(({ id }) => id));
  });
});

describe("a file", () => {
  test("can be read to its end", async () => {
    const content = `${"Grüße 🦉\n".repeat(900)}end`;
    const { ask } = open([], {}, { content });
    const read = await ask("file", { outputBudget: 1500 });
    let all = "";
    for (let call: Dict | undefined = {}; call;) {
      const { data, rest } = (await read(call)) as { data: Dict; rest?: Dict };
      expect(data.from ?? 0).toBe(all.length);
      expect(typeof data.text === "string").toBe(rest === undefined);
      all += String(data.text ?? data.beginning);
      call = rest;
    }
    expect(all).toBe(content);
  });
});

test("describe stays within the budget", async () => {
  for (const outputBudget of [60, 200, 500, 1500]) {
    const { ask } = open([], { outputBudget });
    const read = await ask("describe");
    expect(Object.keys(await read({})).length).toBeGreaterThan(0);
    expect(Object.keys(await read({ entity: "notes", action: "get" })).length).toBeGreaterThan(0);
  }
});

test("an error stays within the budget too", async () => {
  const { acme } = open([]);
  for (const outputBudget of [60, 150, 400]) {
    const [tool] = await acme.tools({ outputBudget });
    const { text: content } = await tool!.call({
      entity: "notes",
      action: "filtered",
      params: { ids: Array.from({ length: 50 }, () => ({ a: "wrong type" })) },
    });
    expect(content.length).toBeLessThanOrEqual(outputBudget);
    expect(JSON.parse(content)).toMatchObject({ error: { code: "invalid_params" } });
  }
});
