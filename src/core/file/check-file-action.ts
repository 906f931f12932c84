import type { FileAction } from "../contract/connector-file.ts";
import { effects } from "../contract/effect.ts";
import type { JsonSchema, ParamSets } from "../contract/json-schema.ts";
import type { Operations } from "../contract/wire/operation.ts";
import type { Issue } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { schemaFault } from "../schema/check-schema.ts";
import { dict, type Field, fieldIssues, type Fields, flag, oneOf, text, texts } from "./data-fields.ts";

const sets: Field = {
  is: (value) =>
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((one) => typeof one === "string" || (texts.is(one) && (one as unknown[]).length > 0)),
  says: "must be a list of at least two params, or of lists of params",
};

export const actionFields: Fields<FileAction> = {
  description: { ...text(2000), required: true },
  effect: { ...oneOf(effects), required: true },
  params: { is: (value) => isDict(value) && value.type === "object", says: "must be a JSON Schema of an object", required: true }, // prettier-ignore
  result: dict,
  example: { ...dict, required: true },
  calls: { is: (value) => typeof value === "string" || (texts.is(value) && (value as string[]).length > 0), says: "must be the name of an operation or a list of names", required: true }, // prettier-ignore
  anyOf: sets,
  oneOf: sets,
  pick: text(200),
  echo: texts,
  peopleFields: texts,
  repeats: texts,
  needs: texts,
  reads: texts,
  platformFields: texts,
  paginated: flag,
  signature: text(2000),
};

/** Checks an action of a connector file. Unless `hasRun`, the names in the operation's path must be required params. */
export function actionIssues(value: unknown, path: string, operations: Operations, hasRun: boolean): Issue[] {
  if (!isDict(value)) return [{ path, message: "must be an object" }];
  const issues = fieldIssues(value, actionFields, path);
  if (issues.length > 0) return issues;
  const { params, result = {}, paginated, effect, calls } = value as unknown as FileAction;
  for (const [name, schema] of Object.entries({ params, result })) {
    const fault = schemaFault(schema);
    if (fault !== undefined) issues.push({ path: `${path}.${name}`, message: fault.replace(/\.$/, "") });
  }
  if (issues.length > 0) return issues;
  for (const keyword of ["anyOf", "oneOf"] as const)
    for (const name of (value[keyword] as ParamSets | undefined)?.flat() ?? [])
      if (!Object.hasOwn(params.properties ?? {}, name))
        issues.push({ path: `${path}.${keyword}`, message: `names ${name}, which is not a param` });
  const main = typeof calls === "string" ? calls : calls[0]!;
  const operation = Object.hasOwn(operations, main) ? operations[main] : undefined;
  if (operation === undefined)
    issues.push({ path: `${path}.calls`, message: `names ${main}, which is not an operation` });
  for (const name of (value.needs as string[] | undefined) ?? [])
    if (![calls].flat().includes(name))
      issues.push({ path: `${path}.needs`, message: `names ${name}, which is not in calls` });
  if (paginated && effect !== "read")
    issues.push({ path: `${path}.paginated`, message: "is only for reads" });
  if (paginated && operation && !isDict(operation.paging)) issues.push({ path: `${path}.paginated`, message: `needs an operation with paging, and ${main} has none` }); // prettier-ignore
  return hasRun ? issues : issues.concat(pathIssues(operation?.path, params, `${path}.params`));
}

/** Checks that each name in braces in the path is a required param. */
const pathIssues = (
  address: unknown,
  { properties = {}, required = [] }: JsonSchema,
  path: string,
): Issue[] =>
  [...String(address).matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    Object.hasOwn(properties, name!) && required.includes(name!)
      ? []
      : [
          {
            path,
            message: `must have the required param ${name}, because it is in the path of the operation`,
          },
        ],
  );
