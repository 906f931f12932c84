import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import { cut, isDict, show } from "../ground/json.ts";
import { optionError } from "../ground/read-options.ts";

/**
 * The event tokens of one call, by name. An event token, such as `trigger_id`, comes from the platform with
 * an event or a click.
 */
export type EventTokens = Readonly<Record<string, string>>;

type Declared = Pick<ConnectorDefinition, "name" | "title" | "eventTokens">;

/**
 * Separates the event tokens from the call's `context`, so that `onCall` and `beforeWrite` get no token.
 * @throws ConnectorError `config_error`. The error does not contain the value of a token
 */
export function takeEventTokens(
  { name, eventTokens }: Declared,
  context: unknown,
): { eventTokens: EventTokens; rest: unknown } {
  if (!eventTokens || !isDict(context) || !Object.hasOwn(context, name))
    return { eventTokens: {}, rest: context };
  const { [name]: given, ...rest } = context;
  const path = `options.context.${name}`;
  if (given === undefined) return { eventTokens: {}, rest };
  if (!isDict(given)) throw optionError(path, `${path} must be a plain object.`, tokensHint(eventTokens));
  const tokens: Record<string, string> = {};
  for (const [token, value] of Object.entries(given)) {
    if (!Object.hasOwn(eventTokens, token))
      throw optionError(
        `${path}.${cut(token, 60)}`,
        `There is no event token ${show(token)}.`,
        tokensHint(eventTokens),
      );
    if (value === undefined) continue;
    if (typeof value !== "string" || !/^[\x21-\x7e]{1,4096}$/.test(value))
      throw optionError(
        `${path}.${token}`,
        `${path}.${token} must be a string of 1 to 4096 visible ASCII characters.`,
        `It is ${eventTokens[token]}.`,
      );
    tokens[token] = value;
  }
  return { eventTokens: tokens, rest };
}

const tokensHint = (declared: EventTokens): string => `Event tokens: ${Object.keys(declared).join(", ")}.`;

/**
 * Checks that the call has one of the event tokens that the action accepts.
 * @throws ConnectorError `config_error`
 */
export function requireEventToken(
  { name, eventTokens = {} }: Declared,
  { entity, action, definition: { eventToken } }: CompiledAction,
  given: EventTokens,
): void {
  const [first, ...others] = [eventToken ?? []].flat();
  if (first === undefined || [first, ...others].some((token) => given[token] !== undefined)) return;
  const instead = others.map((token) => `, or ${token} instead`).join("");
  throw new ConnectorError(
    "config_error",
    `${entity}.${action} needs ${tokensInWords(eventTokens, eventToken)}.`,
    {
      path: `options.context.${name}.${first}`,
      hint: `The application must pass it as an option of the call: { context: { ${name}: { ${first} } } }${instead}. It is not a param.`,
    },
  );
}

export const tokensInWords = (
  declared: EventTokens,
  tokens: string | readonly string[] | undefined,
): string =>
  [tokens ?? []]
    .flat()
    .map((token) => declared[token])
    .join(", or ");
