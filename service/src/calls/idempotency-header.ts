import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Answer } from "./idempotency.ts";
import type { Reply } from "../http/route.ts";

export const keyHeaders = z.object({
  "idempotency-key": z
    .string()
    .max(255)
    .optional()
    .meta({ description: "The same request with the same key is done once; kept for a day." }),
});

/** The request's Idempotency-Key. @throws ConnectorError `validation_error` */
export function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ConnectorError("validation_error", "Idempotency-Key must be 1 to 255 visible ASCII characters.", {
    path: "idempotency-key",
  });
}

/** The tenant and the route: no key meets another tenant's. */
export const scopeOf = (organization: string, workspace: string, route: string): string =>
  JSON.stringify([organization, workspace, route]);

export const replayed = ({ answer, replayed }: { answer: Answer; replayed: boolean }): Reply => ({
  ...answer,
  headers: replayed ? { "idempotent-replayed": "true" } : {},
});
