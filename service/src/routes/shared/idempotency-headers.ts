import { z } from "zod";
import type { Reply } from "../../http/route.ts";
import type { Replayable } from "../../idempotency/idempotency-keys.ts";

export const idempotencyHeaders = z.object({
  "idempotency-key": z.string().max(255).optional().meta({
    description: "Requests with the same key and content run once. By default, the key is kept for a day.",
  }),
});

export const replyOf = ({ answer, replayed }: Replayable): Reply => ({
  ...answer,
  headers: replayed ? { "idempotent-replayed": "true" } : {},
});
