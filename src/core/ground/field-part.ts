import { at, type Dict } from "./json.ts";

// `fields: ["text@5800"]` reads on in a field that was too long to show. A text continues at character 5800, a list at item
// 5800. The path may have several names: `message.text@5800`.

export interface FieldPart {
  /** Dotted path of the field. */
  path: string;
  /** Characters or items that an earlier call has shown. */
  from: number;
}

const part = /^(.+)@(\d{1,9})$/s;

/** Does the name of a field contain a position? */
export const isPart = (field: string): boolean => part.test(field);

export function readField(field: string): FieldPart {
  const [, path = field, from = "0"] = part.exec(field) ?? [];
  return { path, from: Number(from) };
}

export const writeField = ({ path, from }: FieldPart): string => (from === 0 ? path : `${path}@${from}`);

/** Returns the value of a field. A field whose own name contains dots comes before a path. */
export const fieldAt = (record: Dict, path: string): unknown =>
  Object.hasOwn(record, path) ? record[path] : at(record, path);
