import { ConnectorError, type ErrorJson } from "agent-connectors";
import { askedOutcome } from "../../approvals/asked-outcome.ts";
import { askBeforeWrite, earlierAnswer } from "../../approvals/ask-before-write.ts";
import type { Claims } from "../../access/access-tokens.ts";
import { keptClaims } from "../../access/still-allowed.ts";
import { tenantOf } from "../../access/visible-connectors.ts";
import { statusAfter } from "../../calls/connector-status.ts";
import type { AskedCall } from "../../calls/asked-call.ts";
import { auditDetail, performCall } from "../../calls/perform-call.ts";
import type { Context } from "../../http/context.ts";
import { problemOf } from "../../http/problem.ts";
import type { Reply, RouteRequest } from "../../http/route.ts";
import { idempotencyKeyOf } from "../../idempotency/idempotency-key-header.ts";
import type { ClaimKey } from "../../idempotency/idempotency-keys.ts";
import { effects } from "../../platforms/effects.ts";
import { callInDoubt, nothingSent } from "../../store/storage-errors.ts";
import { actorOf } from "../shared/actor.ts";
import { replyOf } from "../shared/idempotency-headers.ts";
import { requestedConnector } from "../shared/requested-connector.ts";

/** Runs a call, stores its outcome and its audit row, and answers the request. A repeated idempotency key gets the first answer. */
export async function answerCall(
  { params, claims, connector, request, requestId, note }: RouteRequest<unknown, unknown>,
  context: Context,
  call: AskedCall,
  eventTokens?: Readonly<Record<string, Readonly<Record<string, string>>>> | null,
): Promise<Reply | Response> {
  const idempotencyKey = idempotencyKeyOf(request);
  const row = await requestedConnector(context, claims, params.connector_id, connector);
  note({ connector_id: row.id });
  const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
  let file: Response | undefined;
  const ownTokens = eventTokens?.[row.type];
  const gated = { row, call, claims, actor, idempotencyKey, eventTokens: ownTokens };
  const ask = askBeforeWrite(context, gated);
  const outcome =
    call.route === "tools" && (await askedOutcome(context, tenantOf(claims), call.request.arguments));
  if (outcome) return { text: JSON.stringify(outcome) };
  const earlier = ask && (await earlierAnswer(context, gated));
  if (earlier) return { ...earlier, headers: { "idempotent-replayed": "true" } };
  const perform = async (claim?: ClaimKey) => {
    const performed = await performCall(
      row,
      {
        run: call.run,
        unchecked: call.unchecked,
        run_id: call.run_id,
        asker: { claims: keptClaims(claims), requestId },
        eventTokens: ownTokens,
        idempotencyKey,
        effects: claims.effects,
        // With rules for approvals, a person is asked about a write that people of another company can read.
        external: ask && call.external === "policy" ? "allow" : call.external,
        beforeWrite: ask,
        claim,
      },
      actor,
      context,
    );
    const { entity = "", action = "", params } = performed.event ?? {};
    note({ entity, action, params, code: performed.error?.code });
    if (performed.result instanceof Response) file = performed.result;
    return performed;
  };
  const closeFileAndThrow = async (error: unknown): Promise<never> => {
    await file?.body?.cancel();
    throw error;
  };

  if (idempotencyKey === undefined) {
    const { result, error, write, event, mayHaveActed } = await perform();
    // The audit row of a call that changed something is stored before the response is sent. Other audit rows are
    // stored later, in groups.
    const changed = (event?.effect ?? "read") !== "read" || statusAfter(row, error?.code) !== undefined;
    if (!changed) context.audit.later("execute", actor, row, auditDetail(event));
    else
      await context.store
        .transaction(write)
        .catch((failure: unknown) =>
          closeFileAndThrow(mayHaveActed ? callInDoubt(failure) : nothingSent(failure)),
        );
    if (!result) throw error!;
    return result;
  }
  const keyed = {
    scope: { organization: claims.organization, workspace: row.workspace_id, route: call.route },
    key: idempotencyKey,
    request: { connector: row.id, ...call.request },
    checkReader: (effect: string | null) => checkEffect(claims, call.name, effect),
  };
  const ending = context.idempotencyKeys.around(keyed, async (claim) => {
    const { result, error, write, changes, event, mayHaveActed } = await perform(claim);
    // The bytes of a download are not stored, so a repeated request with the same key downloads the file again.
    if (result instanceof Response)
      return { answer: { status: 200, text: "" }, write, keep: false, mayHaveActed: false };
    const answer = result
      ? { status: 200, text: result.text }
      : { status: error!.status, text: JSON.stringify(problemOf(error!, requestId)) };
    const keep = !error || mayHaveActed;
    return { answer, write, changes, keep, mayHaveActed, effect: event?.effect };
  });
  const ended = await ending.catch(closeFileAndThrow);
  if (file) return file;
  const { status, text } = ended.answer;
  if (status >= 400) throw ConnectorError.fromJSON(JSON.parse(text) as ErrorJson);
  return replyOf(ended);
}

/**
 * Checks that the token allows the effect of an earlier call. If this effect is unknown, the token must allow all
 * effects.
 * @throws ConnectorError `policy_denied`
 */
function checkEffect(claims: Claims, call: string, effect: string | null): void {
  const missing = effect === null ? effects.find((one) => !claims.effects.includes(one)) : effect;
  if (missing === undefined || (claims.effects as readonly string[]).includes(missing)) return;
  throw new ConnectorError(
    "policy_denied",
    `${call} is not allowed here: its effect is ${missing}, and the token allows only ${claims.effects.join(", ") || "nothing"}.`,
    { path: "action", hint: `Get a token with the effect ${missing}.` },
  );
}
