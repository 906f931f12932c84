import { at, type Dict } from "./json.ts";

// `fields: ["text@5800"]` reads on in a field that was too long to be shown: from its character 5800, or from that item
// of a list. The field may stand inside others: `message.text@5800`.

export interface FieldPart {
  /** Dotted path of the field. */
  path: string;
  /** Characters or items that an earlier call has shown. */
  from: number;
}

const part = /^(.+)@(\d{1,9})$/s;

/** Does the name of a field say where to begin? */
export const isPart = (field: string): boolean => part.test(field);

export function readField(field: string): FieldPart {
  const [, path = field, from = "0"] = part.exec(field) ?? [];
  return { path, from: Number(from) };
}

export const writeField = ({ path, from }: FieldPart): string => (from === 0 ? path : `${path}@${from}`);

/** The value of a field; a field whose name holds dots comes first. */
export const fieldAt = (record: Dict, path: string): unknown =>
  Object.hasOwn(record, path) ? record[path] : at(record, path);
