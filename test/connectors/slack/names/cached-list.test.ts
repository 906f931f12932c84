import { describe, expect, test } from "vitest";
import { ConnectorError } from "agent-connectors";
import { createCachedList, type Page } from "../../../../src/connectors/slack/names/cached-list.ts";
import { virtualClock } from "agent-connectors/sandbox";

// A cached list reads each page of a long list at most once for all callers, and reads no more pages than needed.

/** Items such as `C1:old` and `C1:new` are the same thing with two names. */
const idOf = (item: string) => item.split(":")[0]!;

function open(pages: string[][]) {
  const clock = virtualClock(0);
  const list = createCachedList<string>(clock, idOf);
  const look = list.search;
  const read: (string | undefined)[] = [];
  const page = async (cursor: string | undefined): Promise<Page<string>> => {
    read.push(cursor);
    const index = Number(cursor ?? 0);
    await Promise.resolve();
    return { items: pages[index]!, next: index + 1 < pages.length ? String(index + 1) : undefined };
  };
  const find = (wanted: string) => look(({ items }) => items.includes(wanted), page);
  return { clock, find, read, page, look, list };
}

describe("looking", () => {
  test("reads only up to the found item, and continues from there", async () => {
    const { find, read } = open([["a"], ["b"], ["c"]]);
    expect(await find("b")).toMatchObject({ complete: false });
    expect(read).toEqual([undefined, "1"]);
    await find("a");
    await find("c");
    expect(read).toEqual([undefined, "1", "2"]);
  });
  test("for a thousand lookups at once, every page is read once", async () => {
    const { find, read } = open([["a"], ["b"], ["c"]]);
    await Promise.all(Array.from({ length: 1000 }, (_, index) => find("abc"[index % 3]!)));
    expect(read).toEqual([undefined, "1", "2"]);
  });
  test("a missing item is looked up again only after a minute", async () => {
    const { find, read, clock } = open([["a"]]);
    expect(await find("x")).toEqual({ items: ["a"], complete: true });
    await find("x");
    expect(read).toHaveLength(1);
    clock.advance(60_001);
    await Promise.all([find("x"), find("y")]);
    expect(read).toHaveLength(2);
  });
  test("known items are used for ten minutes", async () => {
    const { find, read, clock } = open([["a"]]);
    await find("a");
    clock.advance(599_000);
    await find("a");
    expect(read).toHaveLength(1);
    clock.advance(2000);
    await find("a");
    expect(read).toHaveLength(2);
  });
  test("reads at most ten pages, and reports that there are more", async () => {
    const { find, read } = open(Array.from({ length: 30 }, (_, index) => [String(index)]));
    expect(await find("20")).toMatchObject({ complete: false, items: { length: 10 } });
    expect(read).toHaveLength(10);
  });
  test("a failing page fails all waiting lookups, and the next lookup reads the page again", async () => {
    const { look, page } = open([["a"]]);
    let fails = true;
    const shaky = (cursor: string | undefined) => (fails ? Promise.reject(new Error("no")) : page(cursor));
    const found = ({ items }: { items: readonly string[] }) => items.includes("a");
    const both = await Promise.allSettled([look(found, shaky), look(found, shaky)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect((await look(found, shaky)).items).toEqual(["a"]);
  });
  test("a refused cursor is not sent again, but a rate-limited one is", async () => {
    const { look, page, read } = open([["a"], ["b"]]);
    const found = ({ items }: { items: readonly string[] }) => items.includes("b");
    const failing = (refusal: Error) => async (cursor: string | undefined) => {
      if (cursor !== undefined) throw refusal;
      return page(cursor);
    };
    const early = new ConnectorError("upstream_rate_limited", "Too many.");
    await expect(look(found, failing(early))).rejects.toBe(early);
    await expect(look(found, failing(new Error("invalid_cursor")))).rejects.toThrow("invalid_cursor");
    expect(read).toEqual([undefined]);
    expect((await look(found, page)).items).toEqual(["a", "b"]);
    expect(read).toEqual([undefined, undefined, "1"]);
  });
  test("items do not stay longer if the clock is set back", async () => {
    const { page, clock, read } = open([["a"]]);
    let back = 0;
    const late = { ...clock, now: () => clock.now() - back };
    const look = createCachedList<string>(late, idOf).search;
    const find = () => look(({ items }) => items.includes("a"), page);
    await find();
    back = 3_600_000;
    await find();
    clock.advance(600_001);
    await find();
    expect(read).toHaveLength(2);
  });
  test("if the list is replaced and lost during a lookup, the lookup starts from the beginning", async () => {
    const { look, page, clock } = open([["a"], ["b"]]);
    const nowhere = () => false;
    let arrive = () => {};
    const waiting = new Promise<void>((resolve) => (arrive = resolve));
    const slow = async (cursor: string | undefined) => {
      if (cursor !== undefined) await waiting;
      return page(cursor);
    };
    await look(({ items }) => items.includes("a"), page);
    clock.advance(590_000);
    const late = look(nowhere, slow);
    clock.advance(20_000);
    const refusing = async (cursor: string | undefined) => {
      if (cursor !== undefined) throw new Error("invalid_cursor");
      return page(cursor);
    };
    await expect(look(nowhere, refusing)).rejects.toThrow("invalid_cursor");
    arrive();
    expect(await late).toEqual({ items: ["a", "b"], complete: true });
  });
});

describe("an item that was put into the list", () => {
  test("is found without a request, and replaces the item with the same id on every page", async () => {
    const { find, read, list, page } = open([["C1:old"], ["C2:old"]]);
    list.put("C2:new");
    expect((await find("C2:new")).items).toEqual(["C2:new"]);
    expect(read).toEqual([]);
    await find("C1:old");
    list.put("C1:new");
    const { items } = await list.search(() => false, page);
    expect(items.toSorted()).toEqual(["C1:new", "C2:new"]);
  });
  test("is found by a search that is already reading", async () => {
    const { find, list } = open([["a"], ["b"]]);
    const found = find("C9:new");
    list.put("C9:new");
    expect((await found).items).toContain("C9:new");
  });
  test("is newer than a list that was read less than a minute later, but not than later lists", async () => {
    const { find, list, clock, read, page } = open([["C1:old"]]);
    await find("C1:old");
    clock.advance(50_000);
    list.put("C1:new");
    clock.advance(20_000);
    // The list is more than a minute old, so a missing item is looked up again.
    expect((await find("missing")).items).toEqual(["C1:new"]);
    clock.advance(60_000);
    expect((await list.search(() => false, page)).items).toEqual(["C1:old"]);
    expect(read).toHaveLength(3);
  });
  test("after `forget`, the list is read again", async () => {
    const { find, list, read } = open([["a"]]);
    await find("a");
    list.forget();
    await find("a");
    expect(read).toHaveLength(2);
  });
});
