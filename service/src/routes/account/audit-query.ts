import { z } from "zod";
import { idPattern } from "../../access/visible-connectors.ts";
import { auditEvents } from "../../operations/audit.ts";
import type { AuditFilter } from "../../store/queries/audit-rows.ts";
import { operatorName } from "../../operators/names.ts";
import { atMostOneUser, limit, oneUserMessage, userNames, userOf } from "../shared/request-schemas.ts";

const time = z.iso.datetime({ offset: true }).optional();
const id = z.string().regex(idPattern).optional();
/** Client ids and request ids can contain more characters than other ids. */
const visible = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .optional();

export const auditQuery = z
  .strictObject({
    ...userNames,
    event: z.enum(auditEvents).optional(),
    outcome: z.literal("failed").optional().meta({ description: "Only the calls that failed." }),
    connector_id: id,
    client_id: visible,
    token_id: id,
    operator: operatorName.optional(),
    request_id: visible,
    since: time,
    until: time,
    limit,
    cursor: id,
  })
  .refine(atMostOneUser, oneUserMessage)
  .refine(({ since, until }) => !since || !until || Date.parse(since) < Date.parse(until), {
    path: ["since"],
    message: "must be before until",
  });

export const auditFilterOf = (query: z.output<typeof auditQuery>): AuditFilter => {
  const { limit: _limit, since, until, workspace_name: _name, customer_name: _alias, ...rest } = query;
  const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  return { ...rest, external_user_id: userOf(query), since: ms(since), until: ms(until) };
};
