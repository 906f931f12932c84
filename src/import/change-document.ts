import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, isDict } from "../core/ground/json.ts";
import { optionalPackage } from "./optional-package.ts";

/** An action of an OpenAPI Overlay. https://spec.openapis.org/overlay/v1.0.0.html */
export interface DocumentAction {
  /** A JSONPath (RFC 9535) of the values to change. */
  target: string;
  update?: unknown;
  remove?: boolean | undefined;
}

const most = 10_000;

/**
 * Applies the actions of an OpenAPI Overlay to a document. Returns a copy, and the targets that the document does not have.
 * @throws ConnectorError `config_error` if a target is not a JSONPath
 */
export async function changeDocument(
  document: Dict,
  actions: readonly DocumentAction[],
): Promise<{ document: Dict; missing: readonly string[] }> {
  const { jsonpath } = await optionalPackage("json-p3", "An OpenAPI Overlay", () => import("json-p3"));
  const root = { $: structuredClone(document) as unknown };
  const missing: string[] = [];
  for (const [index, { target, update, remove = false }] of actions.entries()) {
    const path = `overlay.document.${index}.target`;
    let places: (readonly (string | number)[])[];
    try {
      places = jsonpath.query(target, root.$ as never).nodes.map(({ location }) => location);
    } catch (error) {
      throw new ConnectorError("config_error", `${target} is not a JSONPath: ${(error as Error).message.slice(0, 200)}.`, { path }); // prettier-ignore
    }
    if (places.length > most)
      throw new ConnectorError(
        "config_error",
        `${target} is ${places.length} values. The limit is ${most}.`,
        { path },
      );
    if (places.length === 0) missing.push(target);
    if (!remove && update === undefined) continue;
    // Later items of a list are removed first, so that the places of earlier ones stay right.
    for (const place of places.toReversed()) {
      const keys = ["$", ...place];
      const key = keys.pop()!;
      const parent = keys.reduce<unknown>((value, name) => (value as Dict)[name], root) as Dict & unknown[];
      if (!remove) parent[key as never] = merged(parent[key as never], update) as never;
      else if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key as never];
    }
  }
  if (isDict(root.$)) return { document: root.$, missing };
  throw new ConnectorError("config_error", "The overlay removes the whole document.", {
    path: "overlay.document",
  });
}

/** Objects are merged, a list gets a further item or the items of a list, and other values are replaced. */
function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value))
    return Array.isArray(update) ? [...value, ...(update as unknown[])] : [...value, update];
  if (!isDict(value) || !isDict(update)) return update;
  const both = new Map(Object.entries(value));
  for (const [name, one] of Object.entries(update))
    both.set(name, both.has(name) ? merged(both.get(name), one) : one);
  return Object.fromEntries(both);
}
