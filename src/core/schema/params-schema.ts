import type { JsonSchema } from "../contract/json-schema.ts";
import { ConnectorError, type Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { lazy } from "../ground/lazy.ts";
import { schemaFault } from "./check-schema.ts";
import { displaySchema } from "./display-schema.ts";
import { explainIssues } from "./explain-issues.ts";
import { validatorOf } from "./validate/json-schema-validator.ts";
import { closeObjects, portableSchema } from "./json-schema.ts";
import { patternTest } from "./pattern/pattern-test.ts";
import { type PatternTest, regexTest } from "./pattern/regex-test.ts";
import type { Problem } from "./validate/problem.ts";
import { hasOpenObjects } from "./validate/unknown-names.ts";

export interface ParamsSchema {
  /** The JSON Schema of the params, with all keywords. */
  readonly source: JsonSchema;
  /** The JSON Schema of the params, in the subset that every model provider accepts. */
  readonly json: JsonSchema;
  /** The params with `.meta({ rare: true })`. Signatures leave these params out, but `describe` shows them. */
  readonly rare: readonly string[];
  /**
   * The first part of the definition that `source` cannot express exactly, such as `channel: transform`. If undefined,
   * `source` alone can validate params.
   */
  readonly inexact?: string | undefined;
  /** Returns the params with defaults filled in, or all problems with the params. */
  validate(params: Dict): { value: Dict } | { issues: Issue[] };
}

/**
 * Makes a params schema from a JSON Schema of draft 2020-12 or OpenAPI 3.0. An absent param gets its `default` only if
 * its schema has `sendDefault: true`. An absent required param with only one allowed value gets this value, unless its
 * schema has `sendDefault: false`.
 * @throws ConnectorError `config_error` if the schema cannot be used
 */
export function paramsFromJsonSchema(raw: JsonSchema): ParamsSchema {
  const fault = schemaFault(raw);
  if (fault !== undefined) throw unusable(fault);
  return paramsOf(raw, patternTest, displaySchema);
}

/** Makes a params schema without checking `raw`, which this package or a build has already checked. */
export const paramsFromTrustedSchema = (raw: JsonSchema): ParamsSchema => paramsOf(raw, regexTest);

function paramsOf(raw: JsonSchema, test: PatternTest, display?: typeof displaySchema): ParamsSchema {
  const described = describeParams(raw, display);
  const { source, json } = described;
  const compiled = lazy(() => ({
    check: validatorOf(source, test),
    hasOpenObjects: hasOpenObjects(source),
  }));
  return {
    ...described,
    validate(params) {
      const { check, hasOpenObjects } = compiled();
      const problems: Problem[] = [];
      const value = check(params, problems) as Dict;
      if (problems.length === 0 && !hasOpenObjects) return { value };
      const issues = explainIssues(json, params, problems, source);
      return issues.length > 0 ? { issues } : { value };
    },
  };
}

/** Calls `make` at the first use, because most actions of a connector are never called. */
export function paramsOnDemand(make: () => ParamsSchema): ParamsSchema {
  const made = lazy(make);
  return {
    get source() {
      return made().source;
    },
    get rare() {
      return made().rare;
    },
    get json() {
      return made().json;
    },
    validate: (params) => made().validate(params),
  };
}

/** Describes params in the same way for a zod schema and a JSON Schema. */
export function describeParams(
  { $schema: _dialect, ...raw }: JsonSchema,
  display = (schema: JsonSchema) => schema,
): Omit<ParamsSchema, "validate"> {
  const { required = [], properties = {} } = raw;
  // `required` can list a param that has no schema.
  const undescribed = required.filter((name) => !Object.hasOwn(properties, name));
  const added = Object.fromEntries(undescribed.map((name) => [name, {}]));
  const source = undescribed.length === 0 ? raw : { ...raw, properties: { ...properties, ...added } };
  const json = closeObjects(portableSchema(display(source)));
  if (json.type !== "object") throw unusable("they must be an object.");
  return { source, json, rare: rareNames(raw) };
}

const rareNames = ({ properties = {} }: JsonSchema): string[] =>
  Object.keys(properties).filter((name) => properties[name]!.rare === true);

export const unusable = (why: string) =>
  new ConnectorError("config_error", `An action's params cannot be used: ${why}`, {
    hint: "This is a fault in the definition of the connector.",
  });
