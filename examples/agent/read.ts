/** A result as a scripted model reads it. */
export interface Answer<Item> {
  data: Item;
  /** The ids of those whom several messages name; of others the id stands beside the name. */
  ids?: Record<string, string>;
  error?: { code?: string };
  /** Where the provider marks the whole result as an error, it is the error itself. */
  code?: string;
}

/** Lists come as rows: the names of the columns once, then the values. */
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
