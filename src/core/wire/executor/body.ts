import type { BodyWire, Style } from "../../contract/wire/operation.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, isDict } from "../../ground/json.ts";
import type { BodyField, EncodedBody } from "./encoded-body.ts";
import { multipartOf } from "./multipart.ts";
import { formOf, pairsOf } from "./styles.ts";

export interface BodyParts {
  fields: readonly BodyField[];
  /** The value of the argument that is the whole body, if the operation has such an argument. */
  whole: unknown;
  /** Default: `JSON.stringify`. */
  stringify?: ((value: unknown) => string) | undefined;
}

export function encodeBody(wire: BodyWire, { fields, whole, stringify = toJson }: BodyParts): EncodedBody {
  const { kind, argument, contentType } = wire;
  const value = argument === undefined ? nestedOf(fields) : whole;
  switch (kind) {
    case "json":
      return { contentType: contentType ?? "application/json", body: stringify(value) };
    case "graphql": {
      const variables = nestedOf(fields);
      return { contentType: contentType ?? "application/json", body: stringify({ query: wire.document, variables }) }; // prettier-ignore
    }
    case "form": {
      const given = argument === undefined ? fields : fieldsOf(whole, fields[0]?.style ?? "repeat");
      const pairs = given.flatMap(({ path, value: one, style }) => pairsOf(path.join("."), one, style));
      return { contentType: contentType ?? "application/x-www-form-urlencoded", body: formOf(pairs) };
    }
    case "multipart":
      return multipartOf(fields);
    case "raw":
      if (whole instanceof Uint8Array)
        return {
          contentType: contentType ?? "application/octet-stream",
          body: whole as Uint8Array<ArrayBuffer>,
        };
      if (typeof whole === "string")
        return { contentType: contentType ?? "text/plain;charset=utf-8", body: whole };
      throw new ConnectorError("invalid_params", `${argument} must be text.`, { path: `params.${argument}` });
  }
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? "null";

const fieldsOf = (value: unknown, style: Style): BodyField[] =>
  isDict(value) ? Object.entries(value).map(([name, one]) => ({ path: [name], value: one, style })) : [];

/** An argument for a field inside of another argument is added to a copy of this argument. */
function nestedOf(given: readonly BodyField[]): Dict {
  const fields = given.filter(({ value }) => value !== undefined);
  // The body keeps the order of the arguments.
  const out: Dict = Object.fromEntries(fields.map(({ path }) => [path[0], undefined]));
  for (const { path, value } of fields.toSorted((one, other) => one.path.length - other.path.length)) {
    let here = out;
    // `operationFaults` and the check of params refuse keys such as `__proto__`.
    for (const key of path.slice(0, -1)) here = here[key] = isDict(here[key]) ? { ...here[key] } : {};
    here[path.at(-1)!] = value;
  }
  return out;
}
