import type { Client, ClientOptions } from "../../../core/contract/client.ts";
import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { createRateLimiter } from "../../../core/wire/rate-limiter.ts";
import { addNames } from "../names/add-names.ts";
import { connectSlack } from "./http.ts";
import { createCommercialAppDetector, sendAtRate } from "./send-at-rate.ts";
import { operations } from "../operations/index.ts";
import { teamMethods } from "../operations/team-methods.ts";
import type { SlackOperation } from "../operations/method.ts";
import { createNameCache } from "../names/ids-to-names.ts";
import { isPost, warnOfPlainNames } from "../names/plain-mentions.ts";
import { connectRotating, type RotatingCredentials } from "./rotating-tokens.ts";

/** The time limit of a read that only adds names or links to a result. */
const briefMs = 3000;

/** Returns a client that keeps names, the address of the workspace and the rate limits between calls. */
export function connectWorkspace(
  credentials: Readonly<Record<string, string>>,
  options: ClientOptions,
): Client {
  const token = String(credentials.api_token ?? credentials.access_token);
  const wire =
    credentials.refresh_token === undefined
      ? connectSlack(token, options)
      : connectRotating(credentials as unknown as RotatingCredentials, options);
  const atRate = sendAtRate(createRateLimiter(options), createCommercialAppDetector());

  let knownUrl: Promise<string | undefined> | undefined;
  const { team_id } = options.config;
  const send: Client["send"] = async (operation, given, sendOptions) => {
    const needsTeam = team_id !== undefined && given.team_id === undefined && teamMethods.has(operation);
    const args = needsTeam ? { ...given, team_id } : given;
    const { rate }: SlackOperation = operations[operation as keyof typeof operations];
    const reply = await atRate(operation, args, rate, sendOptions, () =>
      wire.send(operation, args, sendOptions),
    );
    nameCache.learn(operation, reply.body);
    if (operation === "auth.test") knownUrl = Promise.resolve(stringAt(reply.body, "url"));
    return reply;
  };

  const readBriefly = async (operation: string, args: Dict): Promise<unknown> => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), briefMs);
    try {
      return (await send(operation, args, { repeatable: true, signal: stop.signal })).body;
    } finally {
      clearTimeout(timer);
    }
  };
  const nameCache = createNameCache(readBriefly, options.clock);

  const workspaceUrl = (): Promise<string | undefined> => {
    knownUrl ??= readBriefly("auth.test", {}).then(
      (body) => stringAt(body, "url"),
      () => (knownUrl = undefined),
    );
    return knownUrl;
  };

  return {
    async identify(sendOptions) {
      const found = await wire.identify(sendOptions);
      return { ...found, kind: String(found.identity.token) };
    },
    send,
    passesBeforeSend: true,
    enrich: (result, params, signal, operation) =>
      isPost(operation, params)
        ? warnOfPlainNames(result, params, nameCache, signal)
        : addNames(result, params, { nameCache, workspaceUrl }, signal),
  };
}
