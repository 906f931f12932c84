import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict } from "../../ground/json.ts";
import { type AnySchema, type Problem, type Scope, type Validator, ownWords, problem } from "./problem.ts";

export function branchChecks(schema: JsonSchema, scope: Scope): Validator[] {
  const {
    allOf = [],
    anyOf,
    oneOf,
    not,
  } = schema as Readonly<Record<string, unknown>> & {
    allOf?: readonly AnySchema[];
    anyOf?: readonly AnySchema[];
    oneOf?: readonly AnySchema[];
  };
  const checks: Validator[] = allOf.map((branch) => counted(scope.validator(branch), scope));
  if (typeof schema.$ref === "string") checks.push(scope.reference(schema.$ref));
  if (anyOf) checks.push(union(anyOf, false, scope));
  if (oneOf) checks.push(union(oneOf, true, scope));
  if (not !== undefined) checks.push(negation(scope.judging.validator(not as AnySchema), scope));
  if (schema.if !== undefined) checks.push(condition(schema, scope));
  for (const [name, branch] of Object.entries((schema.dependentSchemas ?? {}) as Record<string, AnySchema>)) {
    const validate = counted(scope.validator(branch), scope);
    checks.push((value, problems) =>
      isDict(value) && Object.hasOwn(value, name) ? validate(value, problems) : value,
    );
  }
  return checks;
}

/** Two branches that both refer to two others, and so on, are a million checks after twenty steps. */
const counted =
  (validate: Validator, scope: Scope): Validator =>
  (value, problems) => {
    scope.countBranch();
    return validate(value, problems);
  };

/**
 * Checks `anyOf` or `oneOf`. If no branch matches, reports one problem for the union. If all problems of exactly one
 * branch are mild, reports these problems instead, as zod does.
 */
function union(branches: readonly AnySchema[], exclusive: boolean, scope: Scope): Validator {
  // zod reads a union with null as a nullable schema, and reports the problems of the other branch.
  const others = branches.filter((branch) => !isNull(branch));
  if (branches.length === 2 && others.length === 1) {
    const validate = scope.judging.validator(others[0]!);
    return (value, problems) => (value === null ? value : validate(value, problems));
  }
  const validators = branches.map(scope.judging.validator);
  return (value, problems) => {
    const failed: Problem[][] = [];
    let matches = 0;
    let matched: unknown;
    for (const validate of validators) {
      scope.countBranch();
      const found: Problem[] = [];
      const copy = validate(value, found);
      if (found.length > 0) failed.push(found);
      else if (matches++ === 0) {
        matched = copy;
        if (!exclusive) return copy;
      }
    }
    if (matches === 1) return matched;
    if (matches > 1) problems.push(ownWords("matches more than one of the allowed forms"));
    else {
      const near = failed.filter((found) => found.every(({ mild }) => mild));
      if (near.length === 1) problems.push(...near[0]!);
      else problems.push(problem("invalid_union", false, () => "Invalid input"));
    }
    return value;
  };
}

const isNull = (branch: AnySchema): boolean => typeof branch !== "boolean" && branch.type === "null";

const negation =
  (validate: Validator, scope: Scope): Validator =>
  (value, problems) => {
    scope.countBranch();
    const found: Problem[] = [];
    validate(value, found);
    if (found.length === 0) problems.push(ownWords("has a form that the schema excludes"));
    return value;
  };

function condition(schema: JsonSchema, scope: Scope): Validator {
  const test = scope.judging.validator(schema.if as AnySchema);
  const branches = [schema.then, schema.else].map((branch) => scope.validator((branch ?? true) as AnySchema));
  return (value, problems) => {
    scope.countBranch();
    const found: Problem[] = [];
    test(value, found);
    return branches[found.length === 0 ? 0 : 1]!(value, problems);
  };
}
