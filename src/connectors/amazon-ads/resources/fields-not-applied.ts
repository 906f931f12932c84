import { type Dict, isDict } from "../../../core/ground/json.ts";

/**
 * Returns the fields whose returned value differs from the requested value. Amazon ignores some fields without an
 * error.
 */
export const fieldsNotApplied = (requested: Dict, returned: Dict): string[] =>
  Object.keys(requested).filter(
    (name) => Object.hasOwn(returned, name) && !isApplied(requested[name], returned[name]),
  );

/** Returns true also if the returned value has additional fields. */
function isApplied(requested: unknown, returned: unknown): boolean {
  if (typeof requested === "number" || typeof returned === "number")
    return Number(requested) === Number(returned);
  if (Array.isArray(requested))
    return (
      Array.isArray(returned) &&
      returned.length >= requested.length &&
      requested.every((one) => returned.some((other) => isApplied(one, other)))
    );
  if (isDict(requested))
    return (
      isDict(returned) &&
      Object.keys(requested).every(
        (name) => returned[name] === undefined || isApplied(requested[name], returned[name]),
      )
    );
  // Amazon adds the version to the id of an asset, such as `:version_v1`.
  return String(requested) === String(returned).replace(/:version_\w+$/, "") || requested === returned;
}
