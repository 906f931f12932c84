import {
  getNamedType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isLeafType,
} from "graphql";
import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { isPublic } from "./connection.ts";
import { leafSchema } from "./scalar-schema.ts";

/**
 * How much of nested inputs becomes JSON Schema. An input object directly in a param has all its fields. One inside of
 * it has its fields if it is required or if there are few, such as a range of dates. Of all others, only the names of
 * the fields are in the description: the filters of an API such as Linear's contain each other, and a model reads
 * `StringComparator {eq, in[]}` as well as a schema that is ten times longer.
 */
const limits = { fields: 300, small: 6, depth: 3, names: 14 };

interface Place {
  parents: readonly GraphQLInputObjectType[];
  /** Whether null is allowed, which clears a field of an existing record. */
  nullable: boolean;
  isRequired: boolean;
}

export const inputSchema = (type: GraphQLInputType, nullable: boolean): JsonSchema =>
  withNull(type, schemaOf(type, { parents: [], nullable, isRequired: false }), nullable);

function schemaOf(type: GraphQLInputType, place: Place): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType as GraphQLInputType, place);
  if (isListType(type)) return { type: "array", items: schemaOf(type.ofType, place) };
  if (isLeafType(type)) return leafSchema(type);
  if (!isInputObjectType(type)) return {};
  return place.parents.length > 0 ? objectSchema(type, place) : cached(type, place);
}

/** Many fields of a schema have the same filter. */
const schemas = new WeakMap<GraphQLInputObjectType, Map<boolean, JsonSchema>>();

function cached(type: GraphQLInputObjectType, place: Place): JsonSchema {
  const known = schemas.get(type) ?? new Map<boolean, JsonSchema>();
  schemas.set(type, known);
  const schema = known.get(place.nullable) ?? objectSchema(type, place);
  known.set(place.nullable, schema);
  return schema;
}

function objectSchema(type: GraphQLInputObjectType, place: Place): JsonSchema {
  const { parents } = place;
  const fields = fieldsOf(type);
  const most = parents.length === 0 || place.isRequired ? limits.fields : limits.small;
  const isCut = parents.includes(type) || parents.length >= limits.depth || fields.length > most;
  if (isCut) return { type: "object", description: `${type.name} ${outline(fields)}` };
  const properties = fields.map((field) => {
    const isRequired = isRequiredInputField(field);
    return [field.name, fieldSchema(field, { ...place, parents: [...parents, type], isRequired })];
  });
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
    ...(required.length > 0 ? { required } : {}),
    ...(type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {}),
  };
}

function fieldSchema({ type, description }: GraphQLInputField, place: Place): JsonSchema {
  const schema = schemaOf(type, place);
  const told = describe(schema.description ?? itemOutline(schema), description);
  return withNull(type, { ...schema, ...told }, place.nullable);
}

const withNull = (type: GraphQLInputType, schema: JsonSchema, nullable: boolean): JsonSchema =>
  nullable && !isNonNullType(type) ? { ...schema, nullable: true } : schema;

/** The outline of an object in a list stays at the item, where it is read with the list. */
const itemOutline = (schema: JsonSchema): string | undefined =>
  schema.type === "array" ? undefined : schema.description;

/** Puts the outline first, because a long description is cut at its end. */
export function describe(outlined: string | undefined, text: string | null | undefined): JsonSchema {
  const parts = [outlined, text?.slice(0, 1000)].filter((part) => part !== undefined && part !== "");
  return parts.length > 0 ? { description: parts.join(". ") } : {};
}

/** Returns the fields that are not deprecated. A required field stays, because nothing works without it. */
export const fieldsOf = (type: GraphQLInputObjectType): GraphQLInputField[] =>
  Object.values(type.getFields()).filter((field) => isPublic(field) || isRequiredInputField(field));

/** Returns the names of fields: `{eq, in[], user{}, title!}`. */
function outline(fields: readonly GraphQLInputField[]): string {
  const shown = fields.slice(0, limits.names).map((field) => {
    const { type, name } = field;
    const inner = isNonNullType(type) ? type.ofType : type;
    const object = isInputObjectType(getNamedType(type)) ? "{}" : "";
    return `${name}${isListType(inner) ? "[]" : ""}${object}${isRequiredInputField(field) ? "!" : ""}`;
  });
  return `{${[...shown, ...(shown.length < fields.length ? ["…"] : [])].join(", ")}}`;
}
