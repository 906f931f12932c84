import {
  getNamedType,
  getNullableType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isLeafType,
  isListType,
  isOutputType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { leafSchema } from "./scalar-schema.ts";

/** Returns the JSON Schema of what a selection returns. */
export function resultSchema(
  schema: GraphQLSchema,
  type: GraphQLNamedOutputType,
  selection: SelectionSetNode,
): JsonSchema {
  return { type: "object", properties: propertiesOf(schema, type, selection) };
}

function propertiesOf(
  schema: GraphQLSchema,
  type: GraphQLNamedOutputType,
  { selections }: SelectionSetNode,
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {};
  for (const node of selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const named = node.typeCondition ? schema.getType(node.typeCondition.name.value) : type;
      const inner = named && isOutputType(named) ? propertiesOf(schema, named, node.selectionSet) : {};
      for (const [name, one] of Object.entries(inner)) properties[name] = both(properties[name], one);
    } else if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value;
      if (node.name.value === "__typename") properties[key] = { type: "string" };
      const fields = "getFields" in type && isCompositeType(type) ? type.getFields() : {};
      const field = Object.hasOwn(fields, node.name.value) ? fields[node.name.value] : undefined;
      if (field) properties[key] = both(properties[key], valueSchema(schema, field.type, node.selectionSet));
    }
  }
  return properties;
}

function valueSchema(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
): JsonSchema {
  const value = getNullableType(type);
  if (isListType(value)) return { type: "array", items: valueSchema(schema, value.ofType, selection) };
  const named = getNamedType(value);
  if (isLeafType(named)) return leafSchema(named);
  return selection ? resultSchema(schema, named, selection) : {};
}

/** Joins the fields of an object that several fragments select. */
const both = (one: JsonSchema | undefined, other: JsonSchema): JsonSchema =>
  one?.properties && other.properties ? { ...one, properties: { ...one.properties, ...other.properties } } : (one ?? other); // prettier-ignore
