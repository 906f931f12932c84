import { z } from "zod";
import { ConnectorError, type ErrorJson } from "agent-connectors";
import type { ExternalRule } from "agent-connectors/toolkit";
import type { Claims } from "../../access/access-tokens.ts";
import { statusAfter } from "../../calls/connector-status.ts";
import { auditDetail, performCall } from "../../calls/perform-call.ts";
import { problemOf } from "../../http/problem.ts";
import { route, type Route } from "../../http/route.ts";
import { idempotencyKeyOf } from "../../idempotency/idempotency-key-header.ts";
import { effects } from "../../platforms/effects.ts";
import { callInDoubt, nothingSent } from "../../store/storage-errors.ts";
import { actorOf } from "../shared/actor.ts";
import { requestedConnector } from "../shared/requested-connector.ts";
import { idempotencyHeaders, replyOf } from "../shared/idempotency-headers.ts";
import { executeBody } from "../shared/request-schemas.ts";

const resultSchema = z
  .object({
    status: z.literal("success"),
    result: z.unknown(),
    connector_metadata: z.looseObject({
      has_next_page: z.boolean(),
      end_cursor: z.string().nullable(),
    }),
    execution_metadata: z.object({
      connector_instance_id: z.string(),
      execution_time_ms: z.number().int(),
    }),
  })
  .meta({ id: "ExecuteResult" });

export const execute: Route = route({
  id: "execute",
  method: "post",
  paths: [
    "/v1/integrations/connectors/{connector_id}/execute",
    "/api/v1/connectors/sources/{connector_id}/execute",
    "/api/v1/integrations/connectors/{connector_id}/execute",
  ],
  tag: "Execute",
  summary: "Run one action. A download returns the bytes of the file",
  access: "any",
  scope: "connectors:execute",
  body: executeBody,
  uploads: true,
  headers: idempotencyHeaders,
  errors: [404, 409, 424, 502, 504],
  answer: {
    description: "The platform's answer",
    schema: resultSchema,
    media: ["application/json"],
  },
  async handle({ params, body, claims, request, requestId, note }, context) {
    const idempotencyKey = idempotencyKeyOf(request);
    const row = await requestedConnector(context, claims, params.connector_id);
    note({ connector_id: row.id });
    const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
    const call = {
      entity: body.entity,
      action: body.action,
      params: body.params ?? undefined,
      unchecked: body.unchecked,
    };
    let file: Response | undefined;
    const perform = async (beforeWrite?: () => Promise<void>) => {
      const performed = await performCall(
        row,
        {
          ...call,
          eventTokens: body.context?.[row.type],
          idempotencyKey,
          effects: claims.effects,
          external: externalRuleOf(claims, body.external),
          beforeWrite,
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
      if (!changed) context.audit.later("execute", actor, row.id, auditDetail(event));
      else
        await context.store
          .transaction(write)
          .catch((failure: unknown) =>
            closeFileAndThrow(mayHaveActed ? callInDoubt(failure) : nothingSent(failure)),
          );
      if (error) throw error;
      return result!;
    }
    const keyed = {
      scope: { organization: claims.organization, workspace: row.workspace_id, route: "execute" },
      key: idempotencyKey,
      request: { connector: row.id, ...call, params: call.params ?? {} },
      checkReader: (effect: string | null) => checkEffect(claims, call, effect),
    };
    const ending = context.idempotencyKeys.around(keyed, async (claim) => {
      const { result, error, write, event, mayHaveActed } = await perform(claim);
      // The bytes of a download are not stored, so a repeated request with the same key downloads the file again.
      if (result instanceof Response)
        return { answer: { status: 200, text: "" }, write, keep: false, mayHaveActed: false };
      const answer = error
        ? { status: error.status, text: JSON.stringify(problemOf(error, requestId)) }
        : { status: 200, text: result!.text };
      return { answer, write, keep: !error || mayHaveActed, mayHaveActed, effect: event?.effect };
    });
    const ended = await ending.catch(closeFileAndThrow);
    if (file) return file;
    const { status, text } = ended.answer;
    if (status >= 400) throw ConnectorError.fromJSON(JSON.parse(text) as ErrorJson);
    return replyOf(ended);
  },
});

/** Returns the rule for a call. A token without the right `external` cannot allow more than the policies. */
const externalRuleOf = (claims: Claims, asked: ExternalRule = "policy"): ExternalRule =>
  asked === "allow" && !claims.external ? "policy" : asked;

/**
 * Checks that the token allows the effect of an earlier call. If this effect is unknown, the token must allow all
 * effects.
 * @throws ConnectorError `policy_denied`
 */
function checkEffect(
  claims: Claims,
  { entity, action }: { entity: string; action: string },
  effect: string | null,
): void {
  const missing = effect === null ? effects.find((one) => !claims.effects.includes(one)) : effect;
  if (missing === undefined || (claims.effects as readonly string[]).includes(missing)) return;
  throw new ConnectorError(
    "policy_denied",
    `${entity}.${action} is not allowed here: its effect is ${missing}, and the token allows only ${claims.effects.join(", ") || "nothing"}.`,
    { path: "action", hint: `Get a token with the effect ${missing}.` },
  );
}
