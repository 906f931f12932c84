import { z } from "zod";
import { outcomeOf } from "../../connect/session-content.ts";
import type { OpenableType } from "../../platforms/connector-types.ts";
import type { FoundSession } from "../../store/queries/connect-sessions.ts";
import { openStatuses } from "../../store/tables.ts";

const time = z.iso.datetime();

export const sessionSchema = z
  .object({
    id: z.string(),
    status: z.enum(["pending", "started", "awaiting_confirmation", "connected", "failed", "expired"]),
    connector_type: z.string(),
    external_user_id: z.string(),
    connector_id: z.string().nullable().meta({
      description: "The connector to connect again. Once the session is connected, its first connector.",
    }),
    connector_ids: z.array(z.string()).meta({
      description:
        "The connectors of a connected session. If a bot token and a user token were issued, there are two.",
    }),
    scopes: z.record(z.string(), z.array(z.string())).meta({
      description:
        "The scopes that the person granted, by kind of token. Empty until the session is connected.",
    }),
    notes: z.array(z.string()).meta({
      description: "Sentences for the person, for example about accounts that cannot be used.",
    }),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).nullable(),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: "ConnectSession" });

/** The statuses in the API. The API shows `exchanging`, which lasts only a few seconds, as `started`. */
const published = {
  created: "pending",
  started: "started",
  exchanging: "started",
  returned: "awaiting_confirmation",
  connected: "connected",
  failed: "failed",
} as const;

export function sessionViewOf(
  session: FoundSession,
  { published: type }: Pick<OpenableType, "published">,
  now: number,
): z.output<typeof sessionSchema> {
  const { connectors, scopes = {}, error, notes = [] } = outcomeOf(session);
  const isOpen = openStatuses.some((status) => status === session.status);
  return {
    id: session.id,
    status: isOpen && session.expires_at <= now ? "expired" : published[session.status],
    connector_type: type,
    external_user_id: session.workspace,
    connector_id: connectors[0] ?? session.connector_id,
    connector_ids: [...connectors],
    scopes: Object.fromEntries(Object.entries(scopes).map(([token, granted]) => [token, [...granted]])),
    notes: [...notes],
    error: error ?? null,
    created_at: new Date(session.created_at).toISOString(),
    expires_at: new Date(session.expires_at).toISOString(),
  };
}
