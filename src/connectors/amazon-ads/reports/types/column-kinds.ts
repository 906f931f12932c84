import catalogue from "./catalogue.json" with { type: "json" };

/**
 * The kind of a column decides what happens to the column when rows are added up:
 *
 * - `dimension`: identifies a row.
 * - `attribute`: a name or a state of a record. The latest value replaces earlier values.
 * - `currency`: the currency of the amounts in a row.
 * - `metric`: an amount or a count, which is added up.
 * - `ratio`: a quotient, which is computed again from the sums of other columns.
 * - `unique`: a number of people, a frequency or an average per person. Such values cannot be added.
 * - `modelled`: an estimate, which cannot be added.
 * - `time`: a date.
 */
export type ColumnKind =
  | "dimension"
  | "attribute"
  | "currency"
  | "metric"
  | "ratio"
  | "unique"
  | "modelled"
  | "time";

export const namesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const kinds = new Map<string, ColumnKind>();
const owners = new Map<string, readonly string[]>();

function readKinds(): void {
  if (kinds.size > 0) return;
  for (const [kind, names] of Object.entries(catalogue.columnKinds))
    for (const name of namesIn(names)) kinds.set(name, kind as ColumnKind);
  for (const [ids, names] of Object.entries(catalogue.attributes))
    for (const name of namesIn(names)) {
      kinds.set(name, "attribute");
      owners.set(name, namesIn(ids));
    }
}

/** Returns undefined for an unknown column. */
export function kindOf(column: string): ColumnKind | undefined {
  readKinds();
  return kinds.get(column);
}

/**
 * Returns the id columns of the record that an attribute describes. Each of these columns alone identifies the
 * record.
 */
export function ownersOf(attribute: string): readonly string[] {
  readKinds();
  return owners.get(attribute) ?? [];
}

/** Whether a column contains a cost. If Amazon leaves out a cost, the cost is unknown, and not 0. */
export const isCost = (column: string): boolean => isMoney(column) && /cost|spend|fee/i.test(column);

export const isMoney = (column: string): boolean =>
  kindOf(column) === "metric" && /cost|spend|fee|sales|royalties|ValueSum$/i.test(column);
