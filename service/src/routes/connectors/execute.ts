import { z } from "zod";
import type { ExternalRule } from "agent-connectors/toolkit";
import type { Claims } from "../../access/access-tokens.ts";
import { executeCall } from "../../calls/asked-call.ts";
import { route, type Route } from "../../http/route.ts";
import { executeBody } from "../shared/request-schemas.ts";
import { idempotencyHeaders } from "../shared/idempotency-headers.ts";
import { answerCall } from "./answer-call.ts";

/** The envelope of a result. */
export const executeResult = z
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
  errors: [202, 404, 409, 424, 502, 504],
  answer: {
    description: "The platform's answer",
    schema: executeResult,
    media: ["application/json"],
  },
  async handle(request, context) {
    const { body, claims } = request;
    const { entity, action } = body;
    const asked = { entity, action, params: body.params ?? {}, unchecked: body.unchecked };
    const call = executeCall(asked, externalRuleOf(claims, body.external));
    return answerCall(request, context, { ...call, run_id: body.run }, body.context);
  },
});

/** Returns the rule for a call. A token without the right `external` cannot allow more than the policies. */
const externalRuleOf = (claims: Claims, asked: ExternalRule = "policy"): ExternalRule =>
  asked === "allow" && !claims.external ? "policy" : asked;
