import { isDict } from "../ground/json.ts";

/** An id, and its field, such as `orderId`. For an id in a list `orderIds`, `field` is also `orderId`. */
export interface FoundId {
  field: string;
  id: string;
}

/** Returns the ids in a value, in the order in which they occur, without duplicates. */
export function idsIn(value: unknown): FoundId[] {
  const found = new Map<string, FoundId>();
  const visit = (one: unknown, field: string): void => {
    if (Array.isArray(one)) for (const item of one) visit(item, field.replace(/Ids$/, "Id"));
    else if (isDict(one)) for (const [name, inner] of Object.entries(one)) visit(inner, name);
    else if (typeof one === "string" && one !== "" && /^id$|[a-z]Id$/.test(field))
      found.set(keyOf({ field, id: one }), { field, id: one });
  };
  visit(value, "");
  return [...found.values()];
}

export const keyOf = ({ field, id }: FoundId): string => `${field} ${id}`;
