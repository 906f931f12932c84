import { at, type Dict } from "./json.ts";

// If the field `text` is too long, a result contains only the beginning of the field. A call with the param
// `fields: ["text@5800"]` then returns the rest. Such a call skips the first 5800 characters of a text, or the
// first 5800 items of a list. The name before `@` can be a path, as in `message.text@5800`.

export interface FieldPart {
  /** The dotted path of the field. */
  path: string;
  /** The number of characters or items to skip, because earlier calls have returned them. */
  from: number;
}

const part = /^(.+)@(\d{1,9})$/s;

/** Returns true for a field name with a position, such as `text@5800`. */
export const isPart = (field: string): boolean => part.test(field);

export function readField(field: string): FieldPart {
  const [, path = field, from = "0"] = part.exec(field) ?? [];
  return { path, from: Number(from) };
}

export const writeField = ({ path, from }: FieldPart): string => (from === 0 ? path : `${path}@${from}`);

/**
 * Returns the value of the field whose whole name is `path`. If the record has no such field, reads `path` as a dotted
 * path.
 */
export const fieldAt = (record: Dict, path: string): unknown =>
  Object.hasOwn(record, path) ? record[path] : at(record, path);
