import { type Dict, isDict } from "../ground/json.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { type FoundId, idsIn, keyOf } from "./ids-in.ts";

export interface ChangedField {
  /** The name and the id of the record: `Tents (orderId 144)`. */
  record: string | undefined;
  id: string | undefined;
  path: string;
  from: unknown;
  to: unknown;
}

interface Known {
  /**
   * The params of the call. If a record has several ids, the id that comes first in the params is the id of the
   * record.
   */
  params?: unknown;
  /** The names of records that have no field `name`, by id. */
  names?: Readonly<Record<string, string>>;
}
type Label = Pick<ChangedField, "record" | "id">;

/**
 * Returns the fields that differ between two records, or between two lists of records of the same length. Any other
 * list counts as one field.
 */
export function changedFields(
  before: unknown,
  after: unknown,
  { params, names = {} }: Known = {},
): ChangedField[] {
  const order = orderOf(params);
  const differing = (from: unknown, to: unknown) => {
    const label = labelOf(from, order, names);
    return differences(from, to, "", label.record === undefined ? labelOf(to, order, names) : label);
  };
  return Array.isArray(before) && Array.isArray(after) && before.length === after.length
    ? before.flatMap((one: unknown, index) => differing(one, after[index]))
    : differing(before, after);
}

/** Returns the name and the id of a record, such as `Tents (orderId 144)`. */
export const recordName = (record: unknown, { params, names = {} }: Known): string | undefined =>
  labelOf(record, orderOf(params), names).record;

const orderOf = (params: unknown): ReadonlyMap<string, number> =>
  new Map(idsIn(params).map((id, index) => [keyOf(id), index]));

function differences(from: unknown, to: unknown, path: string, label: Label): ChangedField[] {
  if (canonicalJson(from) === canonicalJson(to)) return [];
  // A new record, or a record that goes away, is shown field by field.
  const [earlier, later] = [from === undefined ? {} : from, to === undefined ? {} : to];
  if (!isDict(earlier) || !isDict(later)) return [{ ...label, path, from, to }];
  return [...new Set([...Object.keys(earlier), ...Object.keys(later)])].flatMap((name) =>
    differences(earlier[name], later[name], path === "" ? name : `${path}.${name}`, label),
  );
}

function labelOf(
  value: unknown,
  order: ReadonlyMap<string, number>,
  names: Readonly<Record<string, string>>,
): Label {
  if (!isDict(value)) return { record: undefined, id: undefined };
  const own = ownId(value, order);
  const given = own && Object.hasOwn(names, own.id) ? names[own.id] : undefined;
  const name = typeof value.name === "string" && value.name !== "" ? value.name : given;
  const titled = own && keyOf(own);
  return { record: name !== undefined && titled ? `${name} (${titled})` : (name ?? titled), id: own?.id };
}

/** Returns the id of the record itself, not the id of another record in its fields, such as an order. */
function ownId(record: Dict, order: ReadonlyMap<string, number>): FoundId | undefined {
  const ids = Object.entries(record).flatMap(([field, id]) =>
    idsIn({ [field]: isDict(id) ? undefined : id }),
  );
  const rank = (id: FoundId) => order.get(keyOf(id)) ?? order.size;
  return ids.toSorted((one, other) => rank(one) - rank(other))[0];
}
