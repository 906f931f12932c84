import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { ConnectorError, type Issue } from "../../ground/errors.ts";
import { type Dict, cut, show } from "../../ground/json.ts";
import { nearest } from "../../ground/similar-names.ts";
import { signature } from "../../schema/signature.ts";
import { fittingSpellings } from "./spelling.ts";

const maxListed = 5;

const maxRareLength = 200;

/** Creates the error `invalid_params`. `eventTokens`: names that are never params, although a model may pass them. */
export function invalidParams(
  compiled: CompiledAction,
  issues: readonly Issue[],
  params: Dict,
  { eventTokens = {}, respellings }: Pick<ConnectorDefinition, "eventTokens" | "respellings"> = {},
): ConnectorError {
  const { entity, action, definition, json } = compiled;
  const free = Object.keys(json.properties ?? {}).filter((name) => !Object.hasOwn(params, name));
  const meant = (name: string, message: string): string | undefined => {
    if (message === "unknown parameter") return nearest(name, free);
    const [value, schema] = [params[name], json.properties?.[name]];
    if (typeof value !== "string" || !schema || !respellings) return undefined;
    return (
      fittingSpellings(value, schema, respellings)
        .map((text) => show(text))
        .join(" or ") || undefined
    );
  };
  const listed = issues.slice(0, 50).map(({ path, message }): Issue => {
    if (message === "unknown parameter" && Object.hasOwn(eventTokens, path))
      return {
        path,
        message: "is not a param; only the application can pass it, in the context of the call",
      };
    const near = Object.hasOwn(params, path) ? meant(path, message) : undefined;
    return {
      path: cut(path, 80),
      message: near === undefined ? message : `${message}, did you mean ${near}?`,
    };
  });
  const parts = listed
    .slice(0, maxListed)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  if (issues.length > maxListed) parts.push(`and ${issues.length - maxListed} more`);
  const text = parts.join("; ");
  const { path } = listed[0]!;
  const example = `Example params: ${JSON.stringify(definition.example)}`;
  const aboutFields = listed.some((issue) => issue.path.startsWith("fields[")) && compiled.fields.length > 0;
  const fields = aboutFields ? ` Valid fields: ${compiled.fields.join(", ")}.` : "";
  const rare = rareParams(compiled, listed);
  return new ConnectorError(
    "invalid_params",
    `${entity}.${action}: ${text}${text.endsWith("?") ? "" : "."}`,
    {
      path: path === "" ? "params" : `params.${path}`,
      issues: listed,
      hint: `Expected ${compiled.signature}${rare}.${fields} ${example}`,
    },
  );
}

/** Returns the types of the params with a problem that the action's signature leaves out. */
function rareParams({ rare, json }: CompiledAction, issues: readonly Issue[]): string {
  const names = new Set(issues.map(({ path }) => path.split(/[.[]/, 1)[0]!));
  const wrong = rare.filter((name) => names.has(name)).map((name) => [name, json.properties![name]!]);
  const text = signature("", { properties: Object.fromEntries(wrong) });
  return wrong.length === 0 ? "" : ` with ${cut(text.slice(1, -1), maxRareLength)}`;
}
