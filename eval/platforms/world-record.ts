/**
 * A thing in a sandbox, such as a message or a campaign. `key`: what makes the thing the same before and after.
 * `fields`: what a person can see of it. Fields of nested objects have names with dots, such as `budget.budget`.
 * `about`: names of other things to which it belongs. A new name of a campaign does not change its keywords.
 */
export interface WorldRecord {
  kind: string;
  key: string;
  fields: Readonly<Record<string, unknown>>;
  about?: Readonly<Record<string, unknown>>;
}

/** Gives the fields of nested objects names with dots. Leaves out fields without a value. */
export function flat(value: Readonly<Record<string, unknown>>, prefix = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (one === undefined || one === null) return [];
      return isRecord(one) ? Object.entries(flat(one, `${prefix}${name}.`)) : [[`${prefix}${name}`, one]];
    }),
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
