import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  isInputObjectType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { ArgumentWire } from "../../core/contract/wire/operation.ts";
import { isPublic, type RootField, unsafeNames } from "./connection.ts";
import { describe, fieldsOf, inputSchema } from "./input-schema.ts";

export interface RootArguments {
  params: JsonSchema;
  /** The params that are fields of an input object. */
  wires: Readonly<Record<string, ArgumentWire>>;
  /** The arguments of the document, the arguments for pages among them. */
  used: readonly GraphQLArgument[];
}

/**
 * Reads the arguments of a root field as params. The fields of the only required input object become params
 * themselves: callers pass `{ title }` instead of `{ input: { title } }`.
 * @param unused the arguments that are never sent, such as those that read a list backwards
 * @param paged the arguments that the package sets to read a list page by page
 */
export function rootArguments(
  root: RootField,
  unused: readonly string[],
  paged: readonly string[],
  nullable: boolean,
): RootArguments | string {
  const all = root.args.filter(({ name }) => !unused.includes(name));
  const used = all.filter((one) => isRequiredArgument(one) || (isPublic(one) && !unsafeNames.has(one.name))); // prettier-ignore
  const wrong = used.find(({ name }) => unsafeNames.has(name));
  if (wrong) return `Its required argument has the name ${wrong.name}, which a param cannot have.`;
  if (used.some((one) => isRequiredArgument(one) && /^\[*Upload\b/.test(String(one.type))))
    return "It uploads a file, which needs a multipart request.";
  const given = used.filter(({ name }) => !paged.includes(name));
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const wires: Record<string, ArgumentWire> = {};
  const flat = flattened(given);
  for (const argument of given) {
    const { name, type, description } = argument;
    if (argument === flat) continue;
    const schema = inputSchema(type, nullable);
    properties[name] = {
      ...schema,
      ...describe(schema.type === "array" ? undefined : schema.description, description),
    };
    if (isRequiredArgument(argument)) required.push(name);
  }
  const object = flat && inputSchema(flat.type, nullable);
  for (const [name, schema] of Object.entries(object?.properties ?? {})) {
    // An argument beside the object already says it, such as the id of the record.
    if (Object.hasOwn(properties, name)) continue;
    properties[name] = schema;
    wires[name] = { in: "body", name: `${flat!.name}.${name}` };
  }
  required.push(...(object?.required ?? []));
  const sorted = Object.entries(properties).toSorted(([one], [other]) => Number(required.includes(other)) - Number(required.includes(one))); // prettier-ignore
  const params = { type: "object", properties: Object.fromEntries(sorted), ...(required.length > 0 ? { required } : {}) }; // prettier-ignore
  return { params, wires, used };
}

/** Returns the only required input object, if its required fields have other names than the arguments beside it. */
function flattened(given: readonly GraphQLArgument[]): GraphQLArgument | undefined {
  const objects = given.filter(({ type }) => isNonNullType(type) && isInputObjectType(getNullableType(type)));
  const [only] = objects;
  const type = only && getNullableType(only.type);
  if (objects.length !== 1 || !isInputObjectType(type) || type.isOneOf) return undefined;
  const fields = fieldsOf(type);
  const isTaken = (field: GraphQLInputField) => isRequiredInputField(field) && given.some((one) => one.name === field.name); // prettier-ignore
  const isFlat = !fields.some((field) => unsafeNames.has(field.name) || isTaken(field));
  return fields.length > 0 && fields.length <= 300 && isFlat ? only : undefined;
}

/** Writes the variables and the arguments of a document: `($id:String!)` and `(id:$id)`. */
export function argumentTexts(used: readonly GraphQLArgument[]): { variables: string; passed: string } {
  if (used.length === 0) return { variables: "", passed: "" };
  return {
    variables: `(${used.map(({ name, type }) => `$${name}:${String(type)}`).join(",")})`,
    passed: `(${used.map(({ name }) => `${name}:$${name}`).join(",")})`,
  };
}
