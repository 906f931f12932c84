import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { readParams, readTypedText } from "../../src/core/call/params/correct-params.ts";
import type { JsonSchema } from "../../src/core/contract/json-schema.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { type Dict, isDict, show } from "../../src/core/ground/json.ts";
import { parseJson } from "../../src/core/ground/parse-json.ts";

export const paramsHelp =
  "key=value, key:=json, a JSON object, @file with a JSON object, or - for a JSON object from standard input";

const hint = `Write params as ${paramsHelp}.`;

/**
 * Reads the params as a person types them. Later ones replace earlier ones, and a list takes its key several times. The types of texts come
 * from the action's schema.
 * @throws ConnectorError `invalid_params`, or `config_error` for a file that cannot be read
 */
export async function readTypedParams(words: readonly string[], schema: JsonSchema): Promise<Dict> {
  const params: Dict = {};
  const typed = new Set<string>();
  for (const word of words) {
    const [, path, operator, value] = /^([^\s=:@{"][^\s=:]*)(:?=)([\s\S]*)$/.exec(word) ?? [];
    if (path === undefined) {
      Object.assign(params, readParams(await objectText(word), []));
      continue;
    }
    const { keys, property } = placeOf(path, schema);
    const read = operator === ":=" ? readJson(path, value!) : readTypedText(value!, property);
    const holder = keys.slice(0, -1).reduce<Dict>((here, key) => {
      if (!Object.hasOwn(here, key) || !isDict(here[key])) set(here, key, {});
      return here[key] as Dict;
    }, params);
    const key = keys.at(-1)!;
    const before = Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (typed.has(path) && !(Array.isArray(before) && Array.isArray(read)))
      throw new ConnectorError("invalid_params", `${path} is there twice.`, {
        path: `params.${path}`,
        hint: "Only a list takes its name several times.",
      });
    set(holder, key, typed.has(path) ? [...(before as unknown[]), ...(read as unknown[])] : read);
    typed.add(path);
  }
  return params;
}

/** A key such as `__proto__` must be a key like any other, so that the call refuses it. */
const set = (holder: Dict, key: string, value: unknown): void =>
  void Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });

/** Finds the param of a key. `profile.title` is the field of a param, unless a param has this name. */
function placeOf(path: string, schema: JsonSchema): { keys: string[]; property: JsonSchema } {
  const keys = ownProperty(schema, path) ? [path] : path.split(".");
  const property = keys.reduce<JsonSchema>((here, key) => ownProperty(here, key) ?? {}, schema);
  return { keys, property };
}

const ownProperty = ({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

async function objectText(word: string): Promise<string> {
  if (word === "-") return withoutMark(await readAll(process.stdin));
  if (word.startsWith("@")) return withoutMark(await readText(word.slice(1)));
  if (word.trimStart().startsWith("{")) return word;
  throw new ConnectorError("invalid_params", `${show(word)} is not a param.`, { path: "params", hint });
}

const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: unknown) => {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new ConnectorError("config_error", `The file ${show(path)} with params cannot be read (${code}).`, {
      path: "params",
      hint,
    });
  });

/** Some editors write a byte order mark at the beginning of a file. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

function readJson(path: string, text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new ConnectorError("invalid_params", `${path}: ${show(text)} is not JSON.`, {
    path: `params.${path}`,
    hint: `For a text, write ${path}=... without the colon.`,
  });
}
