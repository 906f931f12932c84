import { expect } from "vitest";

type Dict = Record<string, unknown>;

/** A result of the tool, as a model reads it. */
export interface Told {
  data?: unknown;
  cut?: Readonly<Record<string, string>>;
  shown?: number;
  of?: number;
  next?: Dict;
  rest?: Dict;
  hint?: string;
  [name: string]: unknown;
}

/** A function that calls the tool, and returns what the model reads. */
export type Ask = (params: Dict) => Promise<Told>;

const isDict = (value: unknown): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Converts all tables in a value to lists of records. */
export function untable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untable);
  if (!isDict(value)) return value;
  const { columns, rows, every_row: same = {}, false_if_empty: flags = [], ...others } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, untable(one)]));
  const absent = Object.fromEntries((flags as string[]).map((name) => [name, false]));
  const records = rows.map((row: unknown[]) =>
    nested({
      ...absent,
      ...(untable(same) as Dict),
      ...Object.fromEntries(
        columns.flatMap((name: string, at) =>
          row[at] === null || row[at] === undefined ? [] : [[name, untable(row[at])]],
        ),
      ),
    }),
  );
  return Object.keys(others).length > 0 ? { ...(untable(others) as Dict), rows: records } : records;
}

/** Returns the record with the fields that the table names by a dotted path, such as `budget.amount`. */
function nested(row: Dict): Dict {
  const record: Dict = {};
  for (const [path, value] of Object.entries(row)) {
    const [name, inner] = /^(\w+)\.(\w+)$/.exec(path)?.slice(1) ?? [path];
    if (inner === undefined) record[name!] = value;
    else record[name!] = { ...(record[name!] as Dict | undefined), [inner]: value };
  }
  return record;
}

const mark = /… \[\+(\d+) characters\]$/;
const isCut = (value: unknown): boolean =>
  typeof value === "string" ? mark.test(value) : Object.values(value ?? {}).some(isCut);

/** Returns the items of a list that a model gets when it makes the calls in `next` and `rest`. */
export async function readList(ask: Ask, params: Dict): Promise<{ items: unknown[]; calls: number }> {
  const items: unknown[] = [];
  let calls = 0;
  let page: Told | undefined;
  for (let call: Dict | undefined = params; call; call = page.next) {
    expect(++calls, `no end: ${JSON.stringify(call)}`).toBeLessThan(3000);
    page = await ask(call);
    const shown = untable(page.data ?? []) as unknown[];
    expect(shown.length, JSON.stringify(page).slice(0, 500)).toBe(page.shown ?? shown.length);
    if (page.of !== undefined && page.shown! < page.of) expect(page.next, page.hint).toBeDefined();
    // A page of the inbox looks at 20 conversations. If they have no unread messages, the page says so and has no items.
    const says = JSON.stringify(page.warnings ?? []);
    if (page.next && !says.includes("The next page looks at others")) expect(shown.length).toBeGreaterThan(0);
    const cut = shown.findIndex(
      (item, index) =>
        isCut(item) || Object.keys(page!.cut ?? {}).some((path) => `${path}.`.startsWith(`data.${index}.`)),
    );
    expect(cut >= 0, "a cut item has a rest").toBe(page.rest !== undefined);
    if (page.rest) shown[cut] = await readRest(ask, shown[cut] as Dict, page.rest);
    items.push(...shown);
  }
  return { items, calls };
}

/** Returns the record that a model gets when it makes the calls in `rest`. */
export async function readRecord(ask: Ask, params: Dict): Promise<unknown> {
  const { data, rest } = await ask(params);
  return rest ? readRest(ask, untable(data) as Dict, rest) : untable(data);
}

async function readRest(ask: Ask, record: Dict, first: Dict): Promise<Dict> {
  for (let rest: Dict | undefined = first, calls = 0; rest;) {
    expect(++calls).toBeLessThan(3000);
    const told: Told = await ask(rest);
    const untabled = untable(told.data);
    const piece = (Array.isArray(untabled) ? untabled[0] : untabled) as Dict;
    expect(told.next, "one item has no next").toBeUndefined();
    for (const field of ((rest.params as Dict | undefined) ?? rest).fields as string[])
      append(record, field, piece);
    rest = told.rest;
  }
  return record;
}

/** Appends a piece to a field of a record. A call with `fields: ["text@40"]` returns the text after 40 characters. */
function append(record: Dict, field: string, piece: Dict): void {
  const [, path = field, from] = /^(.+)@(\d+)$/.exec(field) ?? [];
  const keys = Object.hasOwn(record, path) ? [path] : path.split(".");
  const last = keys.pop()!;
  const place = keys.reduce<unknown>((here, key) => (here as Dict)[key], record) as Dict;
  const more = Object.hasOwn(piece, path)
    ? piece[path]
    : path.split(".").reduce<unknown>((here, key) => (here as Dict | undefined)?.[key], piece);
  if (from === undefined || from === "0") {
    expect(Object.hasOwn(place, last), field).toBe(false);
    if (more !== undefined) place[last] = more;
    return;
  }
  const before = place[last];
  if (Array.isArray(before)) {
    expect(before.length, field).toBe(Number(from));
    place[last] = [...before, ...((more ?? []) as unknown[])];
  } else {
    const text = String(before).replace(mark, "");
    expect(text.length, field).toBe(Number(from));
    place[last] = text + String(more ?? "");
  }
}
