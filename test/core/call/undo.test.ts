import { action, defineConnector } from "agent-connectors";
import { afterEach, expect, test, vi } from "vitest";
import { previewBeforeWrite, undoOf } from "../../../src/core/call/undo.ts";

// Undo data can need reads before a write. These reads must not make the write fail or wait long.

let answer: (signal: AbortSignal | undefined) => Promise<string>;
const sent: string[] = [];

const titles = {
  get: action({
    description: "Get the title.",
    params: () => ({}),
    effect: "read",
    calls: "title.get",
    example: {},
  }),
  set: action({
    description: "Set the title.",
    params: (z) => ({ title: z.string() }),
    effect: "write",
    calls: "title.set",
    example: { title: "x" },
    async preview({ title }, read) {
      const { data } = await read("titles", "get", {});
      return { before: { title: (data as { title: string }).title }, after: { title } };
    },
    undo: (_params, _data, before) =>
      before === undefined
        ? undefined
        : { entity: "titles", action: "set", params: before as { title: string } },
  }),
  remove: action({
    description: "Remove the title.",
    params: () => ({}),
    effect: "destructive",
    calls: "title.remove",
    example: {},
    async preview(_params, read) {
      const { data } = await read("titles", "get", {});
      return { before: data };
    },
  }),
};
const Book = defineConnector({
  name: "book",
  title: "Book",
  endpoint: "https://book.example",
  auth: { token: { api_token: { description: "token" } } },
  entities: { titles },
  operations: Object.fromEntries(
    ["title.get", "title.set", "title.remove"].map((name) => [
      name,
      { method: "POST" as const, path: `/${name}`, docs: "https://book.example" },
    ]),
  ),
  requestIdHeader: "x-id",
  toolEffects: ["read"],
  connect: ({ api_token: _token }, { http, endpoint }) => ({
    async send(operation, _args, { repeatable, signal }) {
      sent.push(operation);
      if (operation !== "title.get") return { body: { done: true }, headers: new Headers() };
      return http({
        what: "Book",
        method: "GET",
        url: endpoint,
        headers: {},
        repeatable,
        signal,
        read: ({ text, headers }) => ({ body: { title: text }, headers }),
      });
    },
    identify: async () => ({ identity: {} }),
  }),
});
const open = () => {
  sent.length = 0;
  const fetch: typeof globalThis.fetch = async (_input, init) =>
    new Response(await answer(init?.signal ?? undefined));
  return new Book({ auth: { api_token: "t" } }, { fetch, totalWaitMs: 0 });
};
const silent = (signal: AbortSignal | undefined) =>
  new Promise<string>((_, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });

afterEach(() => vi.useRealTimers());

test("undo restores the previous values, and a dry run shows them", async () => {
  answer = async () => "old";
  const book = open();
  const { meta } = await book.titles.set({ title: "new" });
  expect(meta.undo).toEqual({ entity: "titles", action: "set", params: { title: "old" } });
  const dry = await book.titles.set({ title: "new", dry_run: true });
  expect(dry.data).toMatchObject({ before: { title: "old" }, after: { title: "new" } });
  expect(sent).toEqual(["title.get", "title.set", "title.get"]);
});
test("without undo, the values are read only for a dry run", async () => {
  answer = async () => "old";
  const book = open();
  await book.titles.remove();
  expect(sent).toEqual(["title.remove"]);
  expect((await book.titles.remove({ dry_run: true })).data).toMatchObject({ before: { title: "old" } });
});
test("a write waits at most three seconds for undo data", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  answer = silent;
  const set = open().titles.set({ title: "new" });
  await vi.advanceTimersByTimeAsync(2999);
  expect(sent).toEqual(["title.get"]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await set).meta.undo).toBeUndefined();
  expect(sent).toEqual(["title.get", "title.set"]);
});
test("a write does not fail if the undo data cannot be read", async () => {
  answer = () => Promise.reject(new Error("closed"));
  expect((await open().titles.set({ title: "new" })).meta.undo).toBeUndefined();
  expect(sent).toEqual(["title.get", "title.set"]);
});
test("after an abort during the reads, nothing is written", async () => {
  answer = silent;
  const stop = new AbortController();
  const set = open().titles.set({ title: "new" }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 5);
  await expect(set).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
  expect(sent).toEqual(["title.get"]);
});
test("the error of an aborted preview is the error of the call", async () => {
  const stop = new AbortController();
  const error = new Error("aborted");
  const preview = async () => {
    stop.abort();
    throw error;
  };
  const noReads = () => () => Promise.reject(new Error("no reads"));
  const definition = { ...titles.set, preview };
  await expect(previewBeforeWrite(definition, {}, noReads, stop.signal)).rejects.toBe(error);
  expect(await previewBeforeWrite(definition, {}, noReads, undefined)).toEqual({});
});
test("a write without a way back has no undo", () => {
  const result = { data: {}, meta: {} };
  const fails = () => {
    throw new Error("no way back");
  };
  expect(undoOf({ ...titles.set, undo: fails }, {}, result, 1)).toEqual({});
  expect(undoOf(titles.set, {}, { data: {}, meta: { already: "as_asked" } }, { title: "old" })).toEqual({});
});
