import type { ArgumentWire } from "../../core/contract/wire/operation.ts";
import type { Dict } from "../../core/ground/json.ts";
import { snakeCase } from "../names.ts";

export interface PathParts {
  /** The path after the endpoint, with names in braces. */
  path: string;
  /** The document's name of each param in the path, by the name in braces. */
  names: ReadonlyMap<string, string>;
  slashes: Readonly<Record<string, ArgumentWire["slashes"]>>;
  /** The params that always have their default: `userId` is `me` in Gmail. */
  constants: Readonly<Record<string, string>>;
}

/**
 * Reads the path template of a method (RFC 6570). A param with a default becomes a fixed part of the path, because the
 * default is what callers mean. Returns a sentence if the path has parts that cannot be filled in.
 */
export function readPath(template: string, params: ReadonlyMap<string, Dict>): PathParts | string {
  const names = new Map<string, string>();
  const slashes: Record<string, ArgumentWire["slashes"]> = {};
  const constants: Record<string, string> = {};
  let fault: string | undefined;
  const path = template.replace(/\{([^{}]*)\}/g, (whole, given: string) => {
    const [, operator, name] = /^(\+?)([^+*/?#&;,.]{1,100})$/.exec(given) ?? [];
    if (name === undefined) fault = `Its path contains ${whole.slice(0, 60)}, which cannot be filled in.`;
    if (name === undefined) return "";
    const usual = params.get(name)?.default;
    if (operator === "" && typeof usual === "string" && isFixedPart(usual)) {
      constants[name] = usual;
      return encodeURIComponent(usual);
    }
    const own = nameInBraces(name);
    if (own === "" || (names.has(own) && names.get(own) !== name)) fault = `Its path has several params that are called ${own}.`; // prettier-ignore
    names.set(own, name);
    // `{+name}` is a path such as `projects/p1/topics/t1`. In `{name}`, a slash is a part of the value.
    slashes[own] = operator === "+" ? "keep" : "encode";
    return `{${own}}`;
  });
  if (!isPath(path)) fault ??= "Its path is not a path after the address of the API.";
  return fault ?? { path: `/${path.replace(/^\//, "")}`, names, slashes, constants };
}

/** Returns the name in the connector's path. Names that every object has cannot be the names of params. */
function nameInBraces(name: string): string {
  if (name === "constructor" || name === "prototype" || name === "__proto__") return `${name}_`;
  return /^\w+$/.test(name) ? name : snakeCase(name);
}

const isFixedPart = (text: string): boolean => /^[\w@~:-]{1,100}$/.test(text);

/** Returns whether a path leads to the API's own address, whatever its params are. */
const isPath = (path: string): boolean =>
  /^[\w\-./:~@!$&'()*,;=%]{1,1000}$/.test(path.replace(/\{\w+\}/g, "x")) &&
  !path.startsWith("//") &&
  !/%(?![0-9a-f]{2})|%2f|%5c|%00/i.test(path) &&
  !path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part));
