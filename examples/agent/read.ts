/** A result of the tool, which a scripted model has parsed. */
export interface Answer<Item> {
  data: Item;
  /**
   * The ids by name, for names that several messages contain. In the messages, every other name is followed by its id.
   */
  ids?: Record<string, string>;
  error?: { code?: string };
  /** The code of the error, if the whole result is the error. Some providers pass errors in this form. */
  code?: string;
}

/**
 * A list as a table. The names of the columns appear once, before the rows of values. A nested field has a name such as
 * `budget.amount`.
 */
interface Rows {
  columns: string[];
  /** The fields that have the same value in all rows. */
  every_row?: Record<string, unknown>;
  rows: unknown[][];
}

export function read<Item = unknown>(text: string): Answer<Item> {
  const answer = JSON.parse(text) as Answer<Item | Rows>;
  const { data } = answer;
  if (typeof data !== "object" || data === null || !("rows" in data)) return answer as Answer<Item>;
  const record = (row: unknown[]) =>
    nested({
      ...data.every_row,
      ...Object.fromEntries(row.map((value, at) => [data.columns[at]!, value])),
    });
  return { ...answer, data: data.rows.map(record) as Item };
}

/** Converts `{"budget.amount": 5}` to `{budget: {amount: 5}}`. */
function nested(row: Record<string, unknown>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(row)) {
    const [name, inner] = path.split(".");
    record[name!] =
      inner === undefined ? value : { ...(record[name!] as object | undefined), [inner]: value };
  }
  return record;
}
