import type { ConfigFields } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import { readDict, show, listNames } from "../ground/json.ts";

/**
 * Reads a connector's settings, such as the region. Replaces an alias with the value that the alias means, and adds
 * defaults.
 * @throws ConnectorError `config_error`, or the setting's own code (`region_not_allowed`)
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
    Object.entries(fields).map(([name, { default: byDefault, values, aliases, code = "config_error" }]) => {
      const value = given[name];
      if (value === undefined) return [name, byDefault];
      const text = typeof value === "string" ? value : "";
      const known = values.includes(text) ? text : Object.hasOwn(aliases, text) ? aliases[text] : undefined;
      if (known === undefined)
        throw new ConnectorError(code, `config.${name} is ${show(value)}, which is not allowed.`, {
          path: `config.${name}`,
          hint: `Allowed: ${[...values, ...Object.keys(aliases).filter((name) => /^[a-z]+$/.test(name))].join(", ")}.`,
        });
      return [name, known];
    }),
  );
}
