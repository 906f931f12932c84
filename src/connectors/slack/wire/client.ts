import type { PlatformClient, PlatformClientOptions } from "../../../core/contract/client.ts";
import { withTimeout } from "../../../core/ground/abort.ts";
import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { createRateLimiter } from "../../../core/wire/rate-limiter.ts";
import { addNames } from "../names/add-names.ts";
import { connectSlack } from "./http.ts";
import { createCommercialAppDetector, sendAtRate } from "./send-at-rate.ts";
import { operations } from "../operations/index.ts";
import { teamMethods } from "../operations/team-methods.ts";
import type { SlackOperation } from "../operations/method.ts";
import { type ReadBriefly, createNameCache } from "../names/ids-to-names.ts";
import { isPost, warnOfPlainNames } from "../names/plain-mentions.ts";
import { connectRotating, type RotatingCredentials } from "./rotating-tokens.ts";

/** The time limits of a read that only adds names or links to a result. They do not include waits for rate limits. */
const briefMs = 3000;
const briefListMs = 10_000;

/** Returns a client that keeps names, the address of the workspace and the rate limits between calls. */
export function connectWorkspace(
  credentials: Readonly<Record<string, string>>,
  options: PlatformClientOptions,
): PlatformClient {
  const token = String(credentials.api_token ?? credentials.access_token);
  const wire =
    credentials.refresh_token === undefined
      ? connectSlack(token, options)
      : connectRotating(credentials as unknown as RotatingCredentials, options);
  const atRate = sendAtRate(createRateLimiter(options), createCommercialAppDetector());

  let knownUrl: Promise<string | undefined> | undefined;
  const { team_id } = options.config;
  const withTeam = (operation: string, args: Dict): Dict =>
    team_id !== undefined && args.team_id === undefined && teamMethods.has(operation)
      ? { ...args, team_id }
      : args;
  const rateOf = (operation: string) =>
    (operations[operation as keyof typeof operations] as SlackOperation | undefined)?.rate;

  const send: PlatformClient["send"] = async (operation, given, sendOptions) => {
    const args = withTeam(operation, given);
    const reply = await atRate(operation, args, rateOf(operation), sendOptions, () =>
      wire.send(operation, args, sendOptions),
    );
    nameCache.learn(operation, reply.body);
    if (operation === "auth.test") knownUrl = Promise.resolve(stringAt(reply.body, "url"));
    return reply;
  };

  const readBriefly: ReadBriefly = async (operation, given, waits) => {
    const args = withTeam(operation, given);
    const ms = operation.endsWith(".list") ? briefListMs : briefMs;
    const { body } = await atRate(operation, args, rateOf(operation), { repeatable: true, waits }, () =>
      withTimeout(ms, undefined, (signal) =>
        wire.send(operation, args, { repeatable: true, signal, waits: { left: 1000 } }),
      ),
    );
    return body;
  };
  const nameCache = createNameCache(readBriefly, options.clock);

  const workspaceUrl = (): Promise<string | undefined> => {
    knownUrl ??= readBriefly("auth.test", {}, { left: briefMs }).then(
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
    enrich: (result, call) =>
      isPost(call.operation, call.params)
        ? warnOfPlainNames(result, call.params, nameCache, call.signal)
        : addNames(result, call, { nameCache, workspaceUrl }),
  };
}
