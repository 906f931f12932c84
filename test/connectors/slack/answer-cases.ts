import type { Action } from "../../../src/core/contract/action.ts";
import * as entities from "../../../src/connectors/slack/entities/index.ts";
import { drive } from "../../sandbox/slack/helpers.ts";
import type { RequestCase } from "../../suites/slack/theme.ts";
import { examples, requests } from "../../suites/slack/themes.ts";

// One successful call of every action, with responses that have all fields of the sandbox's records.

type Dict = Record<string, unknown>;

/** The only channel in the calls and the responses. */
export const here = "C012AB3CD";

/** Replaces the ids of all channels, and shortens lists. */
const allHere = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\b[CGD](?=[A-Z]*\d)[A-Z0-9]{8,10}\b/g, here),
    (_key, one: unknown) => (Array.isArray(one) ? one.slice(0, 2) : one),
  ) as T;

/** The sandbox's response to each method. */
const answers: Record<string, Dict> = {};
for (const [method, calls] of Object.entries(examples))
  for (const example of Object.values(calls)) {
    const answer = await example(drive());
    if (answer.ok) answers[method] ??= allHere(answer);
  }

/** Adds the fields of the sandbox's records to the records of a case. */
function extend(given: unknown, more: unknown): unknown {
  if (Array.isArray(given)) return given.map((one) => extend(one, Array.isArray(more) ? more[0] : undefined));
  if (!isDict(given) || !isDict(more)) return given;
  return { ...more, ...Object.fromEntries(Object.entries(given).map(([name, one]) => [name, extend(one, more[name])])) }; // prettier-ignore
}
const isDict = (value: unknown): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function answerOf(given: RequestCase | undefined, method: string): Dict {
  const own = given?.sends.find(([one]) => one === method)?.[2];
  return { ok: true, ...(own ? (extend(allHere(own), answers[method]) as Dict) : answers[method]) };
}

export const calls = Object.entries(requests).map(([name, { params = {}, token = "bot", ...rest }]) => {
  const [entity, action] = name.split(".") as [string, string];
  const { effect } = (entities as unknown as Record<string, Record<string, Action>>)[entity]![action]!;
  const given: RequestCase = { ...rest, token, params: allHere(params) };
  return { name, entity, action, params: given.params!, token, given, writes: effect !== "read" };
});
export type Call = (typeof calls)[number];
