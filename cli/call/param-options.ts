import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import { list } from "../connect/choice.ts";
import type { FoundAction } from "./find-action.ts";
import { outerFields } from "./nested-fields.ts";

/** The options of `call` that are params of the action. */
export interface ParamOptions {
  limit?: string;
  all?: true;
  fields?: string;
  dryRun?: true;
}

/**
 * Adds the options to the params.
 * @throws ConnectorError `invalid_params` if the action does not take an option, or if a param has another value
 */
export function withOptions(params: Dict, found: FoundAction, options: ParamOptions): Dict {
  const { limit, all, fields, dryRun } = options;
  const name = `${found.entity}.${found.action}`;
  const refuse = (option: string, why: string) =>
    new ConnectorError("invalid_params", `${name} does not take --${option}, because ${why}.`, {
      path: option,
    });
  if (all && !found.paginated) throw refuse("all", "it has no pages");
  const given: readonly (readonly [option: string, param: string, value: unknown, why: string])[] = [
    [
      "limit",
      "limit",
      limit === undefined ? undefined : numberIn(limit),
      "it has no pages, or pages of a fixed size",
    ],
    [
      "fields",
      "fields",
      fields === undefined ? undefined : outerFields(list(fields)),
      "it does not only read",
    ],
    ["dry-run", "dry_run", dryRun, "it only reads"],
  ];
  const added: Dict = {};
  for (const [option, param, value, why] of given) {
    if (value === undefined) continue;
    if (!Object.hasOwn(found.params.properties ?? {}, param)) throw refuse(option, why);
    if (Object.hasOwn(params, param))
      throw new ConnectorError(
        "invalid_params",
        `The param ${param} and the option --${option} mean the same.`,
        {
          path: `params.${param}`,
          hint: "Pass one of them.",
        },
      );
    added[param] = value;
  }
  return { ...params, ...added };
}

/** A text that is no number stays as it is, so that the error about the param names it. */
const numberIn = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);
