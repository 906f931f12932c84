import type { CompiledAction } from "../contract/compiled-action.ts";
import { ConnectorError, type Issue } from "../ground/errors.ts";
import { type Dict, cut } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";

const shown = 5;

/** One `invalid_params` for all that is wrong, with what a model needs to get it right: the signature and an example. */
export function invalidParams(
  compiled: CompiledAction,
  issues: readonly Issue[],
  params: Dict,
): ConnectorError {
  const { entity, action, definition, json } = compiled;
  const free = Object.keys(json.properties ?? {}).filter((name) => !Object.hasOwn(params, name));
  const told = issues.slice(0, 50).map(({ path, message }): Issue => {
    // A name inside of a value has other neighbours than the params.
    const near =
      message === "unknown parameter" && Object.hasOwn(params, path) ? nearest(path, free) : undefined;
    return {
      path: cut(path, 80),
      message: near === undefined ? message : `${message}, did you mean ${near}?`,
    };
  });
  const text = told
    .slice(0, shown)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  if (issues.length > shown) text.push(`and ${issues.length - shown} more`);
  const said = text.join("; ");
  const { path } = told[0]!;
  return new ConnectorError(
    "invalid_params",
    `${entity}.${action}: ${said}${said.endsWith("?") ? "" : "."}`,
    {
      path: path === "" ? "params" : `params.${path}`,
      issues: told,
      hint: `Expected ${compiled.signature}. Example params: ${JSON.stringify(definition.example)}`,
    },
  );
}
