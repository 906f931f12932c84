import type { Client, ClientOptions } from "../../../core/contract/client.ts";
import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { createRateLimiter } from "../../../core/wire/rate-limiter.ts";
import { enrichMessages } from "../names/add-names.ts";
import { connectSlack } from "./http.ts";
import { createAppClass, limited } from "./rate-limits.ts";
import { operations } from "../operations/index.ts";
import type { SlackOperation } from "../operations/method.ts";
import { createNameCache } from "../names/ids-to-names.ts";
import { connectRotating, type RotatingCredentials } from "./rotating-tokens.ts";

/** Milliseconds that what only adorns a result may take. */
const patience = 3000;

/** A connection to a workspace: Slack's wire, and what is remembered of the workspace between two calls. */
export function connectWorkspace(
  credentials: Readonly<Record<string, string>>,
  options: ClientOptions,
): Client {
  const token = String(credentials.api_token ?? credentials.access_token);
  const wire =
    credentials.refresh_token === undefined
      ? connectSlack(token, options)
      : connectRotating(credentials as unknown as RotatingCredentials, options);
  const inTurn = limited(createRateLimiter(options), createAppClass());

  /** The workspace's, once anyone has asked. */
  let address: Promise<string | undefined> | undefined;
  const send: Client["send"] = async (operation, args, sendOptions) => {
    const { rate }: SlackOperation = operations[operation as keyof typeof operations];
    const reply = await inTurn(operation, args, rate, sendOptions, () =>
      wire.send(operation, args, sendOptions),
    );
    nameCache.learn(operation, reply.body);
    if (operation === "auth.test") address = Promise.resolve(stringAt(reply.body, "url"));
    return reply;
  };

  /** A read beside a call, which ends in time whatever happens. */
  const look = async (operation: string, args: Dict): Promise<unknown> => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), patience);
    try {
      return (await send(operation, args, { repeatable: true, signal: stop.signal })).body;
    } finally {
      clearTimeout(timer);
    }
  };
  const nameCache = createNameCache(look, options.clock);

  const workspace = (): Promise<string | undefined> => {
    address ??= look("auth.test", {}).then(
      (body) => stringAt(body, "url"),
      () => (address = undefined),
    );
    return address;
  };

  return {
    async identify(sendOptions) {
      const found = await wire.identify(sendOptions);
      return { ...found, kind: String(found.identity.token) };
    },
    send,
    enrich: (result, params, signal) => enrichMessages(result, params, { nameCache, workspace }, signal),
  };
}
