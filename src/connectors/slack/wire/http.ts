import type { PlatformClient, PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { buildRequest } from "../../../core/wire/executor/build-request.ts";
import { redactSecrets } from "../../../core/wire/redact-secrets.ts";
import { readRepeated, retryOf } from "../../../core/wire/repeatable-writes.ts";
import { operations } from "../operations/index.ts";
import type { SlackOperation, TokenKind } from "../operations/method.ts";
import { wrongTokenKind } from "./errors.ts";
import { transfer } from "./file-transfer.ts";
import { readReply } from "./read-reply.ts";

/**
 * Returns a client of Slack's Web API with one token. The field `ok` in the response body says whether the request
 * succeeded.
 */
export function connectSlack(token: string, options: PlatformClientOptions): PlatformClient {
  const { http, endpoint } = options;
  const kind: TokenKind = /^(xoxe\.)?xoxb-/.test(token) ? "bot" : "user";
  const redact = redactSecrets([token], [eventToken]);

  async function send(
    name: string,
    args: Dict,
    { repeatable, signal, waits, beforeSend, raw }: SendOptions,
  ): Promise<PlatformReply> {
    const operation: SlackOperation =
      (raw?.operation as SlackOperation | undefined) ?? operations[name as keyof typeof operations];
    if (operation.file) return transfer(operation.file, args, token, options, { signal, waits });
    if (operation.tokens && !operation.tokens.includes(kind)) throw wrongTokenKind(name, kind, operation);
    const { path, headers, body } = buildRequest(operation, objectsAsJson(args));
    return http({
      what: `Slack ${name}`,
      method: operation.method,
      url: endpoint + path,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
      repeatable,
      retry: repeatable ? undefined : retryOf(operation, args),
      signal,
      waits,
      beforeSend,
      read: (reply) =>
        readRepeated(operation, reply, () =>
          readReply({ name, kind, operation, args, repeatable, redact, isRaw: raw !== undefined }, reply),
        ),
    });
  }

  return {
    send,
    async identify(options) {
      const { body, headers } = await send("auth.test", {}, options);
      const scopes = redact(headers.get("x-oauth-scopes") ?? "");
      return {
        identity: { ...(body as Dict), token: kind },
        ...(scopes === "" ? {} : { scopes: scopes.split(",").map((scope) => scope.trim()) }),
      };
    },
  };
}

/** A `trigger_id` or an `action_token`, such as `12345.98765.abcd2358fdea`. */
const eventToken = /\b\d+\.\d+\.[0-9a-f]{8,}\b/g;

/** Converts objects to JSON, because Slack accepts objects only as JSON. */
const objectsAsJson = (args: Dict): Dict =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isDict(value) ? JSON.stringify(value) : value]),
  );
