/** The text of a result, parsed for a scripted model. */
export interface Answer<Item> {
  data: Item;
  /** Ids by name, for names in several messages. Other names have the id next to them. */
  ids?: Record<string, string>;
  error?: { code?: string };
  /** If the provider marks a result as an error, the result is the error itself. */
  code?: string;
}

/** A list as a table: the names of the columns once, then the values. */
interface Rows {
  columns: string[];
  rows: unknown[][];
}

export function read<Item = unknown>(text: string): Answer<Item> {
  const answer = JSON.parse(text) as Answer<Item | Rows>;
  const { data } = answer;
  if (typeof data !== "object" || data === null || !("rows" in data)) return answer as Answer<Item>;
  const record = (row: unknown[]) => Object.fromEntries(row.map((value, at) => [data.columns[at]!, value]));
  return { ...answer, data: data.rows.map(record) as Item };
}
