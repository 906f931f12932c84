import type { Issue } from "./errors.ts";
import { isDict } from "./json.ts";

const paramLimits = { maxDepth: 32, maxValues: 100_000 };
const maxNameLength = 256;
const maxIssues = 20;

/**
 * Copies a value that is plain JSON. For other values, returns an issue for each part that is not plain JSON. The
 * value's getters and proxies run only here, and only once. The copy has no cycles, and no text that UTF-8 cannot
 * encode.
 */
export function toPlainJson(
  value: unknown,
  { maxDepth, maxValues } = paramLimits,
): { value: unknown } | { issues: Issue[] } {
  const issues: Issue[] = [];
  const parents: unknown[] = [];
  let left = maxValues;
  let here = "";

  const refuse = (path: string, message: string): void => {
    issues.push({ path, message });
  };
  const copy = (one: unknown, path: string): unknown => {
    here = path;
    if (issues.length >= maxIssues || left-- <= 0) return undefined;
    if (typeof one === "string") {
      if (!one.isWellFormed()) refuse(path, "text with an unpaired surrogate cannot be sent");
      return one;
    }
    if (one === null || typeof one === "boolean" || one === undefined) return one;
    if (typeof one === "number") {
      if (!Number.isFinite(one)) refuse(path, `${one} cannot be sent`);
      return one;
    }
    if (typeof one !== "object") return refuse(path, `a ${typeof one} cannot be sent`);
    if (parents.includes(one)) return refuse(path, "refers to an object that contains it");
    if (parents.length >= maxDepth) return refuse(path, `nested more than ${maxDepth} deep`);
    if (!Array.isArray(one) && !isDict(one)) return refuse(path, `${kindOf(one)} cannot be sent as it is`);

    parents.push(one);
    const copied = Array.isArray(one) ? copyArray(one, path) : copyDict(one, path);
    parents.pop();
    return copied;
  };
  const copyArray = (list: readonly unknown[], path: string): unknown[] => {
    if (list.length > left) return (refuseSize(path), []);
    // `map` would skip holes in an array.
    return Array.from(list, (item, index) => {
      if (item === undefined) refuse(`${path}[${index}]`, "undefined cannot be sent in an array");
      return copy(item, `${path}[${index}]`);
    });
  };
  const copyDict = (dict: Record<string, unknown>, path: string): Record<string, unknown> => {
    const names = Object.keys(dict);
    if (names.length > left) return (refuseSize(path), {});
    const out: Record<string, unknown> = {};
    for (const name of names) {
      const inner = path === "" ? name : `${path}.${name}`;
      here = inner;
      if (forbidden.has(name)) refuse(inner, "not an allowed name");
      else if (name.length > maxNameLength || !name.isWellFormed())
        refuse(inner.slice(0, maxNameLength), "not an allowed name: too long, or not valid text");
      else {
        const item = copy(dict[name], inner);
        if (item !== undefined) out[name] = item;
      }
    }
    return out;
  };
  const refuseSize = (path: string) => refuse(path, `more than ${maxValues} values`);

  try {
    const copied = copy(value, "");
    if (left < 0) refuse("", `more than ${maxValues} values`);
    return issues.length > 0 ? { issues } : { value: copied };
  } catch {
    return { issues: [{ path: here, message: "could not be read: reading it threw" }] };
  }
}

/** These names could change a prototype if other code merges the params into an object. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** Returns a description such as `a Date`, `a Map` or `an instance of a class`. */
function kindOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return /^[A-Z][A-Za-z0-9]{1,30}$/.test(tag) && tag !== "Object" ? `a ${tag}` : "an instance of a class";
}
