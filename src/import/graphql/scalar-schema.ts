import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from "graphql";
import type { JsonSchema } from "../../core/contract/json-schema.ts";

const builtIn: Readonly<Record<string, JsonSchema>> = {
  ID: { type: "string" },
  String: { type: "string" },
  Int: { type: "integer" },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
};

/** What a custom scalar most likely is, by its name. A scalar that is not listed can be any value. */
const custom: readonly [RegExp, JsonSchema][] = [
  [/^(iso8601)?date_?time(tz)?$|^timestamp(tz)?$/i, { type: "string", format: "date-time" }],
  [/^(iso8601)?date$|^timeless_?date$/i, { type: "string", format: "date" }],
  [/^uuid$/i, { type: "string", format: "uuid" }],
  [/^(url|uri)$/i, { type: "string", format: "uri" }],
  [/^email(address)?$/i, { type: "string", format: "email" }],
  [/^json_?object$|^(map|object|record)$/i, { type: "object" }],
  [/^(big_?int|long|int64|uint64|unsigned\w*)$/i, { type: ["string", "integer"] }],
  [/^(html|markdown|decimal|money|base64(string)?|cursor|git\w+|x509\w*|color|phone\w*|locale|slug|\w*id|\w*string)$/i, { type: "string" }], // prettier-ignore
];

/** Returns the JSON Schema of a scalar or an enum. Leaves out the deprecated values of an enum. */
export function leafSchema(type: GraphQLLeafType): JsonSchema {
  if (isEnumType(type)) return { type: "string", enum: valuesOf(type) };
  if (Object.hasOwn(builtIn, type.name)) return builtIn[type.name]!;
  return custom.find(([pattern]) => pattern.test(type.name))?.[1] ?? {};
}

function valuesOf(type: GraphQLEnumType): string[] {
  const values = type.getValues();
  const current = values.filter(({ deprecationReason }) => deprecationReason == null);
  return (current.length > 0 ? current : values).map(({ name }) => name);
}
