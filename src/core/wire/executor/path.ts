import type { ArgumentWire } from "../../contract/wire/operation.ts";
import { hasControls } from "../../ground/control-characters.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, show } from "../../ground/json.ts";

/** Finds `id` in `/notes/{id}`. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);

/**
 * Fills the names in braces with encoded values. Refuses a value that a URL parser or a server could read as several
 * segments. Slashes are allowed if the argument has `slashes`.
 * @throws ConnectorError `invalid_params`
 */
export const fillPath = (
  path: string,
  args: Dict,
  slashesOf: (name: string) => ArgumentWire["slashes"],
): string =>
  path.replace(/\{([^{}]*)\}/g, (_, name: string) => encodeSegment(name, args[name], slashesOf(name)));

function encodeSegment(name: string, given: unknown, slashes: ArgumentWire["slashes"]): string {
  const values = Array.isArray(given) ? given : [given];
  const scalar = (value: unknown) => ["string", "number", "boolean", "bigint"].includes(typeof value);
  if (values.length === 0 || !values.every(scalar)) throw notAnId(name, given);
  const text = values.map(String).join(",");
  const parts = slashes === undefined ? [text] : text.split("/");
  if (parts.some(isUnsafe)) throw notAnId(name, text);
  if (slashes === undefined && Array.isArray(given)) return values.map((one) => encodeURIComponent(String(one))).join(","); // prettier-ignore
  return parts.map(encodeURIComponent).join(slashes === "encode" ? "%2F" : "/");
}

/** Returns whether a URL parser or a server could read a text as several segments, or as none. */
const isUnsafe = (text: string): boolean =>
  text === "" ||
  !text.isWellFormed() ||
  // Some servers decode a path twice, so encoded dots and slashes count too.
  /^(\.|%2e){1,2}$/i.test(text) ||
  /[/\\]|%2f|%5c|%00/i.test(text) ||
  hasControls(text);

const notAnId = (name: string, value: unknown) =>
  new ConnectorError("invalid_params", `${name}: ${show(value)} is not an id.`, {
    path: `params.${name}`,
    hint: "Pass the id as the platform returned it.",
  });
