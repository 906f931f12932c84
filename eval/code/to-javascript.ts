import { isRecord } from "../platforms/world-record.ts";

// Writes the params and references of a script as JavaScript, as a model would write them in a program.

/** Returns the text of a reference to an earlier result. */
export type WriteReference = (reference: Record<string, unknown>) => string;

/** `item`: the name of the current record of a loop or of a search. */
export function toJavaScript(value: unknown, reference: WriteReference, item = "item"): string {
  const inner = (one: unknown): string => toJavaScript(one, reference, item);
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  if ("$of" in value) return reference(value);
  if ("$item" in value) {
    const part = pathOf(item, String(value["$item"]));
    return value["times"] === undefined
      ? part
      : `Math.round(${part} * ${String(value["times"])} * 100) / 100`;
  }
  if (Array.isArray(value["$text"])) return value["$text"].map(inner).join(" + ");
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${keyOf(name)}: ${inner(one)}`)
    .join(", ")} }`;
}

/** Writes a reference to a value that the program has in the variable `name`. */
export function fromVariable(reference: Record<string, unknown>, name: string): string {
  const { at = "/data", where, get, all } = reference;
  const list = pathOf(name, String(at));
  const found =
    where === undefined
      ? list
      : `${list}.${all === true ? "filter" : "find"}((one) => ${conditionOf("one", where)})`;
  if (get === undefined) return found;
  const take = (one: string) =>
    typeof get === "string" ? pathOf(one, get) : toJavaScript(get, () => "undefined", one);
  if (all === true) return `${found}.map((one) => (${take("one")}))`;
  return where === undefined || typeof get !== "string"
    ? `((one) => (${take("one")}))(${found})`
    : take(found);
}

/** Writes a pattern of `match.ts` as a condition. */
function conditionOf(value: string, pattern: unknown): string {
  if (Array.isArray(pattern))
    return [
      `${value}?.length === ${pattern.length}`,
      ...pattern.map((one, index) => conditionOf(`${value}?.[${index}]`, one)),
    ].join(" && ");
  if (!isRecord(pattern)) return `${value} === ${JSON.stringify(pattern)}`;
  const parts = Object.entries(pattern).flatMap(([name, wanted]) => {
    const texts = [wanted].flat().map((one) => JSON.stringify(one));
    switch (name) {
      case "$has":
        return texts.map((text) => `${value}?.includes(${text})`);
      case "$lacks":
        return texts.map((text) => `!${value}?.includes(${text})`);
      case "$in":
        return [`[${texts.join(", ")}].includes(${value})`];
      case "$not":
        return [`!(${conditionOf(value, wanted)})`];
      case "$above":
        return [`${value} > ${String(wanted)}`];
      case "$below":
        return [`${value} < ${String(wanted)}`];
      case "$given":
        return [wanted === true ? `${value} != null` : `${value} == null`];
      default:
        return [conditionOf(`${value}${memberOf(name, true)}`, wanted)];
    }
  });
  // A pattern without conditions matches all records.
  return parts.join(" && ") || "true";
}

/** Writes a JSON pointer as the access to a part of a value. */
function pathOf(value: string, pointer: string): string {
  const names = pointer === "" ? [] : pointer.slice(1).split("/");
  return value + names.map((name) => memberOf(name)).join("");
}

export const memberOf = (name: string, optional = false): string =>
  /^\d+$/.test(name)
    ? `[${name}]`
    : /^[A-Za-z_]\w*$/.test(name)
      ? `${optional ? "?" : ""}.${name}`
      : `${optional ? "?." : ""}[${JSON.stringify(name)}]`;

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
