import type { CompiledAction } from "./catalogue.ts";
import { ConnectorError, type Issue } from "./errors.ts";
import type { Dict } from "./json.ts";
import { nearest } from "./names.ts";

const shown = 5;

/** One `invalid_params` for all that is wrong, with what a model needs to get it right: the signature and an example. */
export function invalidParams(
  compiled: CompiledAction,
  issues: readonly Issue[],
  params: Dict,
): ConnectorError {
  const { entity, action, definition, json } = compiled;
  const names = Object.keys(json.properties ?? {});
  const told = issues.map((issue): Issue => {
    if (issue.message !== "unknown parameter") return { ...issue, path: issue.path.slice(0, 80) };
    const near = nearest(
      issue.path,
      names.filter((name) => !Object.hasOwn(params, name)),
    );
    return {
      path: issue.path.slice(0, 80),
      message: `${issue.message}${near ? `, did you mean ${near}?` : ""}`,
    };
  });
  const text = told.slice(0, shown).map(({ path, message }) => `${path}: ${message}`);
  if (told.length > shown) text.push(`and ${told.length - shown} more`);
  return new ConnectorError("invalid_params", `${entity}.${action}: ${text.join("; ")}.`, {
    path: `params.${told[0]!.path}`,
    issues: told.slice(0, 50),
    hint: `Expected ${compiled.signature}. Example params: ${JSON.stringify(definition.example)}`,
  });
}
