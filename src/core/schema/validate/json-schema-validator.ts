import type { JsonSchema } from "../../contract/json-schema.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { isDict } from "../../ground/json.ts";
import { type AnySchema, type Problem, type Scope, type Validator, ownWords } from "./problem.ts";
import type { PatternTest } from "../pattern/regex-test.ts";
import { resolveReference } from "./references.ts";
import { branchChecks } from "./validate-branches.ts";
import { arrayCheck, objectCheck } from "./validate-containers.ts";
import { enumCheck, numberCheck, stringCheck, typeCheck } from "./validate-values.ts";

/** The most branches (`anyOf`, `allOf`, `if`, ...) that one validation tries. More branches would take seconds. */
const maxBranches = 200_000;

/**
 * Creates a validator for a JSON Schema (draft 2020-12) that `schemaFault` has accepted. Uses no `eval`, because edge
 * runtimes forbid it. Subschemas are compiled at their first use. The validator throws ConnectorError `invalid_params`
 * if it tries more than `maxBranches` branches.
 */
export function validatorOf(root: JsonSchema, patternTest: PatternTest): Validator {
  let branches = 0;
  const scope = (fills: boolean): Scope => {
    const references = new Map<string, Validator>();
    const own: Scope = {
      patternTest,
      fills,
      validator: (schema) => lazily(() => compile(schema, own)),
      reference(pointer) {
        let validate = references.get(pointer);
        if (!validate)
          references.set(pointer, (validate = lazily(() => compile(resolveReference(root, pointer), own))));
        return validate;
      },
      get judging() {
        return fills ? judging : own;
      },
      countBranch() {
        if (++branches <= maxBranches) return;
        throw new ConnectorError("invalid_params", "The params are too complex to check.", {
          hint: "Send params that are less deeply nested.",
        });
      },
    };
    return own;
  };
  const judging = scope(false);
  const validate = compile(root, scope(true));
  return (value, problems) => {
    branches = 0;
    return validate(value, problems);
  };
}

function lazily(create: () => Validator): Validator {
  let validate: Validator | undefined;
  return (value, problems) => (validate ??= create())(value, problems);
}

function compile(schema: AnySchema | undefined, scope: Scope): Validator {
  if (schema === undefined || schema === true) return (value) => value;
  if (schema === false) return forbid;
  const ofValues = enumCheck(schema);
  const ofType = typeCheck(schema);
  const ofString = stringCheck(schema, scope.patternTest);
  const ofNumber = numberCheck(schema);
  const ofArray = arrayCheck(schema, scope);
  const ofObject = objectCheck(schema, scope);
  const branches = branchChecks(schema, scope);
  const nullable = schema.nullable === true;
  return (value, problems) => {
    if (nullable && value === null) return value;
    const before = problems.length;
    ofValues?.(value, problems);
    if (problems.length === before) ofType?.(value, problems);
    if (problems.length > before) return value;
    let out = value;
    if (typeof value === "string") out = ofString ? ofString(value, problems) : value;
    else if (typeof value === "number") ofNumber?.(value, problems);
    else if (Array.isArray(value)) out = ofArray ? ofArray(value, problems) : value;
    else if (isDict(value)) out = ofObject ? ofObject(value, problems) : value;
    for (const check of branches) out = check(out, problems);
    return out;
  };
}

const forbid = (value: unknown, problems: Problem[]): unknown => {
  problems.push(ownWords("must be left out"));
  return value;
};
