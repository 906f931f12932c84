import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from "graphql";
import { connectionOf, isList, isUsable } from "./connection.ts";

/**
 * A record has all its own values. Of each object in a record, only the values that tell what it is are read, because a
 * caller gets the rest with another action, and because APIs limit how many objects a query reads.
 */
const limits = { leaves: 150, nested: 100, summary: 4 };

/** The names of the values that tell a reader what a nested object is, the best first. */
const telling = ["id", "identifier", "key", "number", "name", "displayName", "login", "email", "title", "type", "slug", "label", "code", "status", "state", "url", "value", "amount", "currencyCode", "message"]; // prettier-ignore

type Field = GraphQLField<unknown, unknown>;

/** What is left of the number of values that one document reads. */
interface Budget {
  leaves: number;
  nested: number;
}

/** Writes the selection of a type: the text between braces. */
export interface Selector {
  /** Selects a record: its values, and its objects down to `depth` levels. */
  record(type: GraphQLNamedOutputType): string;
  /** Selects only the values that tell what an object is. */
  summary(type: GraphQLNamedOutputType): string;
}

/** `chosen`: selections by the name of a type, instead of those that are made here. */
export function createSelector(
  schema: GraphQLSchema,
  depth: number,
  chosen: Readonly<Record<string, string>>,
): Selector {
  const chosenFor = (type: GraphQLNamedOutputType) =>
    Object.hasOwn(chosen, type.name) ? withoutBraces(chosen[type.name]!) : undefined;

  function select(type: GraphQLNamedOutputType, level: number, budget: Budget): string {
    const shared = level === 0 ? chosenFor(type) : undefined;
    if (shared !== undefined) return shared;
    if (isObjectType(type)) return textOf(fieldsOf(type, level, budget, new Map()));
    if (!isAbstractType(type)) return "";
    const taken = new Map<string, string>();
    const common = isInterfaceType(type) ? fieldsOf(type, level, budget, taken) : [];
    const fragments = schema.getPossibleTypes(type).flatMap((one) => {
      const own = chosenFor(one) ?? textOf(fieldsOf(one, level, budget, taken));
      return own === "" ? [] : [`... on ${one.name}{${own}}`];
    });
    return ["__typename", ...common, ...fragments].join(" ");
  }

  /** `taken`: the types of the fields that are already selected, by their names in the response. */
  function fieldsOf(
    type: GraphQLNamedOutputType,
    level: number,
    budget: Budget,
    taken: Map<string, string>,
  ): string[] {
    if (!("getFields" in type)) return [];
    const usable = Object.values((type as { getFields(): Record<string, Field> }).getFields()).filter(
      isUsable,
    );
    const leaves = usable.filter((field) => isLeafType(getNamedType(field.type)));
    const room = level === 0 ? budget.leaves : Math.min(limits.summary, budget.nested);
    const shown = level === 0 ? leaves.slice(0, room) : tellingOf(leaves).slice(0, room);
    if (level === 0) budget.leaves -= shown.length;
    else budget.nested -= shown.length;
    const texts = shown.flatMap((field) => claim(field, type, taken) ?? []);
    if (level >= depth) return texts;
    const objects = usable.filter((field) => isCompositeType(getNamedType(field.type)) && !connectionOf(getNamedType(field.type))); // prettier-ignore
    // Single objects come first, because a list has many.
    for (const field of [
      ...objects.filter((one) => !isList(one.type)),
      ...objects.filter((one) => isList(one.type)),
    ]) {
      if (budget.nested <= 0) break;
      const inner = select(getNamedType(field.type), level + 1, budget);
      const name = inner === "" ? undefined : claim(field, type, taken);
      if (name !== undefined) texts.push(`${name}{${inner}}`);
    }
    return texts;
  }

  const budget = (): Budget => ({ leaves: limits.leaves, nested: limits.nested });
  return {
    record: (type) => select(type, 0, budget()) || "__typename",
    summary: (type) => select(type, depth === 0 ? 1 : depth, budget()) || "__typename",
  };
}

const textOf = (fields: readonly string[]): string => fields.join(" ");

/** Returns the braces' content, because people write a selection with and without braces. */
export const withoutBraces = (text: string): string =>
  text
    .trim()
    .replace(/^\{([\s\S]*)\}$/, "$1")
    .trim();

/**
 * Returns how a field is written. Two types of a union can have a field of the same name and of different types. The
 * second one then gets another name in the response, because a response cannot have both.
 */
function claim(
  { name, type }: Field,
  owner: GraphQLNamedOutputType,
  taken: Map<string, string>,
): string | undefined {
  const known = taken.get(name);
  if (known === String(type)) return name;
  if (known === undefined) {
    taken.set(name, String(type));
    return name;
  }
  const other = `${name}_${owner.name}`;
  if (taken.has(other)) return undefined;
  taken.set(other, String(type));
  return `${other}:${name}`;
}

/** Returns the values that tell what an object is: those with a telling name, or else the first ones. */
function tellingOf(leaves: readonly Field[]): Field[] {
  if (leaves.length <= limits.summary) return [...leaves];
  const named = telling.flatMap((name) => leaves.find((field) => field.name === name) ?? []);
  return named.length > 0 ? named : leaves.slice(0, 3);
}
