import { show } from "../../../src/core/ground/json.ts";
import { readBoolean, readObject, readText } from "../http/read-fields.ts";
import { invalid } from "../http/refusal.ts";
import type { World } from "../world-types.ts";

// https://developers.notion.com/reference/filter-data-source-entries

export type Test = (value: unknown) => boolean;
/** The operators of a kind of value. Each checks its operand, and returns the test of a value. */
type Operators = Readonly<Record<string, (operand: unknown, path: string) => Test>>;

const text = (operand: unknown, path: string) => readText(operand, path);
const number = (operand: unknown, path: string): number => {
  if (typeof operand !== "number") throw invalid(path, `should be a number, instead was ${show(operand)}.`);
  return operand;
};
/** Makes an operator from its check of the operand and its comparison. An empty value matches only negations. */
const operator = <T>(check: (operand: unknown, path: string) => T, holds: (value: never, operand: T) => boolean, ofEmpty = false) =>
  (operand: unknown, path: string): Test => {
    const checked = check(operand, path);
    return (value) => (value === null || value === undefined ? ofEmpty : holds(value as never, checked));
  }; // prettier-ignore
const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0); // prettier-ignore
const emptiness: Operators = {
  is_empty: (operand, path) => (readBoolean(operand, path), isEmpty),
  is_not_empty: (operand, path) => (readBoolean(operand, path), (value) => !isEmpty(value)),
};
const equality = <T>(check: (operand: unknown, path: string) => T): Operators => ({
  equals: operator(check, (value, one) => value === one),
  does_not_equal: operator(check, (value, one) => value !== one, true),
});
const fold = (value: string) => value.toLowerCase();
const texts: Operators = {
  ...equality(text),
  contains: operator(text, (value: string, one) => fold(value).includes(fold(one))),
  does_not_contain: operator(text, (value: string, one) => !fold(value).includes(fold(one)), true),
  starts_with: operator(text, (value: string, one) => fold(value).startsWith(fold(one))),
  ends_with: operator(text, (value: string, one) => fold(value).endsWith(fold(one))),
  ...emptiness,
};
const numbers: Operators = {
  ...equality(number),
  greater_than: operator(number, (value, one) => value > one),
  less_than: operator(number, (value, one) => value < one),
  greater_than_or_equal_to: operator(number, (value, one) => value >= one),
  less_than_or_equal_to: operator(number, (value, one) => value <= one),
  ...emptiness,
};
const lists: Operators = {
  contains: operator(text, (value: unknown[], one) => value.includes(one)),
  does_not_contain: operator(text, (value: unknown[], one) => !value.includes(one), true),
  ...emptiness,
};
const options: Operators = { ...equality(text), ...emptiness };

const day = 86_400_000;
/** Reads a time. Two dates, or a date and a time, are compared as dates. */
const time = (operand: unknown, path: string): string => {
  const read = text(operand, path);
  if (Number.isNaN(Date.parse(read))) throw invalid(path, "should be a valid ISO 8601 date string.");
  return read;
};
const order = (value: string, one: string): number =>
  value.length === 10 || one.length === 10
    ? value.slice(0, 10).localeCompare(one.slice(0, 10))
    : Date.parse(value) - Date.parse(one);

function dates(now: number): Operators {
  const within = (from: number, to: number): Operators[string] => (operand, path) => {
    readObject(operand, path, []);
    const [first, last] = [from, to].map((days) => new Date(now + days * day).toISOString().slice(0, 10)) as [string, string];
    return (value) => typeof value === "string" && order(value, first) >= 0 && order(value, last) <= 0;
  };
  return {
    equals: operator(time, (value: string, one) => order(value, one) === 0),
    before: operator(time, (value: string, one) => order(value, one) < 0),
    after: operator(time, (value: string, one) => order(value, one) > 0),
    on_or_before: operator(time, (value: string, one) => order(value, one) <= 0),
    on_or_after: operator(time, (value: string, one) => order(value, one) >= 0),
    past_week: within(-7, 0),
    next_week: within(0, 7),
    ...emptiness,
  };
} // prettier-ignore

/** The operators of a type of property. */
export function operatorsOf(world: World, type: string): Operators {
  if (["title", "rich_text", "url", "email", "phone_number"].includes(type)) return texts;
  if (["number", "unique_id"].includes(type)) return numbers;
  if (["select", "status"].includes(type)) return options;
  if (["multi_select", "people", "relation", "created_by", "last_edited_by"].includes(type)) return lists;
  if (["date", "created_time", "last_edited_time"].includes(type)) return dates(world.clock.now());
  if (type === "checkbox") return equality(readBoolean);
  return emptiness;
}
