import { type Dict, isDict } from "../../core/ground/json.ts";
import type { Skipped } from "../draft.ts";
import { entriesOf, follow, listOf, type Parameter, type Read, Refused, textOf } from "./document.ts";

const methods = ["get", "head", "post", "put", "patch", "delete"];
const others = ["options", "trace"];

/** Reads all operations of a document. Operations that cannot be read are in `skipped`. */
export function readOperations(root: Dict): { reads: Read[]; skipped: Skipped[] } {
  const reads: Read[] = [];
  const skipped: Skipped[] = [];
  for (const [path, given] of entriesOf(root.paths)) {
    if (!path.startsWith("/")) continue;
    const item = attempt(() => follow(root, given));
    if (!isDict(item.value)) {
      skipped.push({ source: path, reason: item.reason ?? "It is not an object." });
      continue;
    }
    const all = item.value;
    for (const method of [...methods, ...others]) {
      if (!isDict(item.value[method])) continue;
      const source = `${method.toUpperCase()} ${path}`;
      if (others.includes(method)) {
        skipped.push({ source, reason: `No action can send ${method.toUpperCase()}.` });
        continue;
      }
      const { path: shared, operation } = {
        path: item.value.parameters,
        operation: item.value[method] as Dict,
      };
      const parameters = attempt(() => readParameters(root, [...listOf(shared), ...listOf(operation.parameters)])); // prettier-ignore
      if (parameters.value === undefined) skipped.push({ source, reason: parameters.reason! });
      else
        reads.push({
          method: method.toUpperCase(),
          path,
          operation,
          parameters: parameters.value,
          siblings: methods.filter((one) => isDict(all[one])).map((one) => one.toUpperCase()),
          server: serverOf(operation) ?? serverOf(item.value),
        });
    }
  }
  return { reads, skipped };
}

function attempt<T>(run: () => T): { value?: T; reason?: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof Refused) return { reason: error.message };
    throw error;
  }
}

/** A parameter of the operation replaces one of the path with the same name and place. */
function readParameters(root: Dict, given: readonly unknown[]): Parameter[] {
  const all = new Map<string, Parameter>();
  for (const reference of given) {
    const one = follow(root, reference);
    if (!isDict(one) || typeof one.name !== "string" || typeof one.in !== "string") continue;
    const content = entriesOf(one.content)[0]?.[1];
    const schema = isDict(content) ? content.schema : one.schema;
    const example = one.example ?? firstValue(root, one.examples);
    all.set(`${one.in} ${one.name}`, {
      name: one.name,
      in: one.in,
      required: one.required === true || one.in === "path",
      description: one.description,
      // The examples of old documents stand beside the schema.
      schema: schema ?? { type: "string" },
      style: one.style,
      explode: one.explode,
      example,
      hasSlashes: one.allowReserved === true || one["x-multi-segment"] === true || (typeof example === "string" && /^[\w.-]+(\/[\w.-]+)+$/.test(example)), // prettier-ignore
      isJson: isDict(content),
    });
  }
  return [...all.values()];
}

/** Returns the value of the first example, or undefined. */
export function firstValue(root: Dict, examples: unknown): unknown {
  const [, first] = entriesOf(examples)[0] ?? [];
  const found = attempt(() => follow(root, first)).value;
  return isDict(found) ? found.value : undefined;
}

/** Returns the address of an operation's own server, with the defaults of its variables. */
const serverOf = ({ servers }: Dict): string | undefined => {
  const [first] = listOf(servers);
  if (!isDict(first)) return undefined;
  const usual = (name: string) => {
    const variable = isDict(first.variables) ? first.variables[name] : undefined;
    return isDict(variable) ? textOf(variable.default) : "";
  };
  return textOf(first.url).replace(/\{([^{}]*)\}/g, (all, name: string) => usual(name) || all) || undefined;
};
