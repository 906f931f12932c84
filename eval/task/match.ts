import { isRecord } from "../platforms/world-record.ts";

// Patterns for records. A pattern is a value that must be equal, or an object with one or more of the conditions below.
// An object without a condition matches each of its own fields, and ignores the other fields of the record.

const conditions: Readonly<Record<string, (wanted: unknown, value: unknown) => boolean>> = {
  $has: (wanted, value) => textsOf(wanted).every((text) => contains(value, text)),
  $lacks: (wanted, value) => textsOf(wanted).every((text) => !contains(value, text)),
  $in: (wanted, value) => Array.isArray(wanted) && wanted.some((one) => matches(one, value)),
  $not: (wanted, value) => !matches(wanted, value),
  $above: (wanted, value) => Number(value) > Number(wanted),
  $below: (wanted, value) => Number(value) < Number(wanted),
  $given: (wanted, value) => (value !== undefined && value !== null) === wanted,
};

const textsOf = (wanted: unknown): unknown[] => (Array.isArray(wanted) ? wanted : [wanted]);

const contains = (value: unknown, part: unknown): boolean =>
  Array.isArray(value)
    ? value.some((one) => matches(part, one))
    : typeof value === "string" && value.includes(String(part));

/** @throws Error for an unknown condition */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern))
    return (
      Array.isArray(value) &&
      pattern.length === value.length &&
      pattern.every((one, index) => matches(one, value[index]))
    );
  if (!isRecord(pattern)) return pattern === value;
  return Object.entries(pattern).every(([name, wanted]) => {
    if (!name.startsWith("$")) return isRecord(value) && matches(wanted, value[name]);
    const condition = conditions[name];
    if (!condition)
      throw new Error(`Unknown condition ${name}. Conditions: ${Object.keys(conditions).join(", ")}.`);
    return condition(wanted, value);
  });
}
