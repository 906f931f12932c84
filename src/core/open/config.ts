import type { ChoiceField, ConfigFields, VariableField } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import { readDict, show, listNames } from "../ground/json.ts";

/**
 * Reads a connector's settings, such as the region. Replaces aliases, and adds defaults.
 * @throws ConnectorError `config_error`, or the setting's own code, such as `region_not_allowed`
 */
export function readConfig(fields: ConfigFields, config: unknown): Record<string, string> {
  const given = config === undefined ? {} : readDict(config);
  if (!given)
    throw new ConnectorError("config_error", `config must be an object, got ${show(config)}.`, {
      path: "config",
    });
  const unknownField = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknownField !== undefined)
    throw new ConnectorError("config_error", `There is no setting ${listNames([unknownField])}.`, {
      path: `config.${listNames([unknownField])}`,
      hint: `Settings: ${Object.keys(fields).join(", ") || "none"}.`,
    });
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = given[name];
      if (value === undefined && "optional" in field && field.optional && field.default === undefined)
        return [];
      return [[name, "values" in field ? readChoice(name, field, value) : readVariable(name, field, value)]];
    }),
  );
}

function readChoice(
  name: string,
  { default: byDefault, values, aliases, code = "config_error" }: ChoiceField,
  value: unknown,
): string {
  if (value === undefined) return byDefault;
  const text = typeof value === "string" ? value : "";
  const known = values.includes(text) ? text : Object.hasOwn(aliases, text) ? aliases[text] : undefined;
  if (known !== undefined) return known;
  throw new ConnectorError(code, `config.${name} is ${show(value)}, which is not allowed.`, {
    path: `config.${name}`,
    hint: `Allowed: ${[...values, ...Object.keys(aliases).filter((name) => /^[a-z]+$/.test(name))].join(", ")}.`,
  });
}

/** The default format of a setting: one label of a host name (RFC 1123 §2.1). */
const label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

const maxVariable = 253;

function readVariable(
  name: string,
  { default: byDefault, pattern = label, description }: VariableField,
  given: unknown,
): string {
  const value = given ?? byDefault;
  const format = typeof pattern === "string" ? new RegExp(`^(?:${pattern})$`) : pattern;
  if (typeof value === "string" && value.length <= maxVariable && format.test(value)) return value;
  throw new ConnectorError(
    "config_error",
    value === undefined
      ? `config.${name} is missing.`
      : `config.${name} is ${show(value)}, which is not allowed.`,
    { path: `config.${name}`, hint: `${name}: ${description}. Pass only this value.` },
  );
}
