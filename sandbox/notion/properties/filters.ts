import { show } from "../../../src/core/ground/json.ts";
import { readList, readObject } from "../http/read-fields.ts";
import { invalid, notImitated } from "../http/refusal.ts";
import type { DataSource, Page, Property, World } from "../world-types.ts";
import { comparable, namedProperty, stampProperty } from "./comparable.ts";
import { operatorsOf, type Test } from "./operators.ts";

// https://developers.notion.com/reference/filter-data-source-entries

export type Matches = (page: Page) => boolean;

/** Notion accepts filters in filters at most so deep. */
const deepest = 2;

/** Reads a filter: one condition, or `and` and `or` of filters. */
export function readFilter(world: World, source: DataSource, value: unknown, path: string, depth = 0): Matches {
  const given = readObject(value, path);
  for (const name of ["and", "or"] as const)
    if (given[name] !== undefined) {
      readObject(given, path, [name]);
      if (depth >= deepest) throw invalid(path, `should be nested at most ${deepest} levels deep.`);
      const parts = readList(given[name], `${path}.${name}`).map((one, index) => readFilter(world, source, one, `${path}.${name}[${index}]`, depth + 1));
      return (page) => (name === "and" ? parts.every((part) => part(page)) : parts.some((part) => part(page)));
    }
  const property = given.timestamp === undefined ? namedProperty(source, given.property, path) : stampProperty(given.timestamp, path);
  const { property: _property, timestamp: _timestamp, type: _type, ...conditions } = given;
  const [type, ...others] = Object.keys(conditions);
  if (type === undefined || others.length > 0) throw invalid(path, "should have exactly one condition.");
  if (type !== property.type)
    throw invalid(`${path}.${type}`, `should be ${property.type}, the type of the property ${show(property.name)}.`);
  const test = readCondition(world, property, conditions[type], `${path}.${type}`);
  return (page) => test(comparable(world, page, property));
} // prettier-ignore

function readCondition(world: World, { type }: Property, value: unknown, path: string): Test {
  const operators = operatorsOf(world, type);
  const [first, ...others] = Object.entries(readObject(value, path));
  if (!first || others.length > 0) throw invalid(path, "should have exactly one operator.");
  const [name, operand] = first;
  if (/^(this|past|next)_(week|month|year)$/.test(name) && !Object.hasOwn(operators, name))
    throw notImitated(`the filter ${name}`);
  if (!Object.hasOwn(operators, name))
    throw invalid(`${path}.${name}`, `should be one of ${Object.keys(operators).join(", ")}.`);
  return operators[name]!(operand, `${path}.${name}`);
}
