import { ConnectorError } from "agent-connectors";

/**
 * Returns the header `Idempotency-Key`, or undefined if the request does not have it.
 * @throws ConnectorError `validation_error` if the value is invalid
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ConnectorError("validation_error", "Idempotency-Key must be 1 to 255 visible ASCII characters.", {
    path: "idempotency-key",
  });
}
