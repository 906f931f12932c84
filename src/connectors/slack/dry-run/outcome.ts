import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { operations } from "../operations/index.ts";
import type { SlackOperation } from "../operations/method.ts";
import { slackError, wrongTokenKind } from "../wire/errors.ts";
import { foreseeChannel } from "./foresee-channel.ts";
import { foreseeMessage } from "./foresee-message.ts";
import { tokenOf } from "./foreseen.ts";

/**
 * Predicts Slack's response to a write from the current state of the token, the channel and the message. Skips the
 * checks of a state that cannot be read.
 * @throws ConnectorError the error that the write would throw
 */
export async function foresee(
  params: Dict,
  { operation: name, read }: { operation: string; read: GuardRead },
): Promise<{ already?: string }> {
  const operation: SlackOperation = operations[name as keyof typeof operations];
  const token = await tokenOf(read);
  const kind = token?.kind ?? "bot";
  const refused = (body: Dict) =>
    slackError({ name, kind, operation, repeatable: false, redact: (text) => text }, body, {});
  if (token && operation.tokens && !operation.tokens.includes(kind))
    throw wrongTokenKind(name, kind, operation);
  const needed = operation.scopes?.[kind] ?? [];
  if (token?.scopes && needed.length > 0 && !needed.some((scope) => token.scopes!.includes(scope)))
    throw refused({ error: "missing_scope", needed: needed.join(","), provided: token.scopes.join(",") });
  const seen =
    (await foreseeChannel(name, params, { read, token })) ??
    (await foreseeMessage(name, params, { read, token }));
  if (seen && "refused" in seen) throw refused({ error: seen.refused });
  return seen ?? {};
}
