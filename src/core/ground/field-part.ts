import { at, type Dict } from "./json.ts";

// A tool cuts off the end of a long field. A call with the param `fields: ["text@5800"]` returns the rest: it skips the
// first 5800 characters of the text, or the first 5800 items of a list. The name before `@` can be a path:
// `message.text@5800`.

export interface FieldPart {
  /** The dotted path of the field. */
  path: string;
  /** The number of characters or items to skip. */
  from: number;
}

const part = /^(.+)@(\d{1,9})$/s;

export const isPart = (field: string): boolean => part.test(field);

export function readField(field: string): FieldPart {
  const [, path = field, from = "0"] = part.exec(field) ?? [];
  return { path, from: Number(from) };
}

export const writeField = ({ path, from }: FieldPart): string => (from === 0 ? path : `${path}@${from}`);

/** Returns the field whose whole name is `path`. If there is no such field, reads `path` as a dotted path. */
export const fieldAt = (record: Dict, path: string): unknown =>
  Object.hasOwn(record, path) ? record[path] : at(record, path);
