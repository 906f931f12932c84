import { z } from "zod";
import { effects } from "../../platforms/effects.ts";

const time = z.iso.datetime();
const call = z.object({
  entity: z.string(),
  action: z.string(),
  params: z.record(z.string(), z.unknown()),
});

export const entrySchema = z
  .object({
    id: z.string().meta({ description: "A later write has a smaller id." }),
    status: z.enum(["running", "ok", "failed", "unknown"]).meta({
      description: "unknown: its process has ended, or the platform has not said what it did.",
    }),
    run: z.string().meta({
      description: "The field run of the request. Without one, all writes with one token are one run.",
    }),
    call_id: z.string().optional(),
    connector: z.string(),
    connector_id: z.string(),
    external_user_id: z.string(),
    entity: z.string(),
    action: z.string(),
    effects: z.array(z.enum(effects)),
    params: z.unknown(),
    decision: z
      .object({
        by: z.array(z.string()),
        approval: z.string().optional(),
        permission: z.string().optional(),
        undoes: z.string().optional(),
      })
      .optional()
      .meta({ description: "Who has allowed the write: for this call, or with a standing permission." }),
    raises: z.array(z.looseObject({})).optional(),
    error: z.object({ code: z.string(), message: z.string(), outcome: z.string() }).optional(),
    requests: z.array(z.string()).optional().meta({ description: "The platform's ids of the requests." }),
    warnings: z.array(z.string()).optional(),
    already: z.string().optional(),
    undo: call.optional().meta({ description: "The call that undoes the write." }),
    undone: z.object({ by: z.string(), at: time }).optional(),
    started_at: time,
    ended_at: time.optional(),
  })
  .meta({ id: "JournalEntry" });

export type EntryView = z.output<typeof entrySchema>;

export const stopSchema = z
  .object({
    external_user_id: z.string().optional().meta({ description: "The user whose writes are stopped." }),
    connector_id: z.string().optional().meta({
      description:
        "The connector whose writes are stopped. Without it and a user, those of the whole organization.",
    }),
    by: z.string(),
    reason: z.string().optional(),
    at: time,
  })
  .meta({ id: "Stop" });
