import type { CallOptions } from "../contract/call-options.ts";
import type { Envelope } from "../contract/tool.ts";
import { toConnectorError, type ConnectorError } from "../ground/errors.ts";

/** Creates the envelope of a failure. Its text for the model omits fields that a model cannot use. */
export function failure(error: ConnectorError): Envelope & { ok: false } {
  const json = error.toJSON();
  const { code, message, hint, retry_after, outcome, needed, provided } = json;
  const shown = {
    code,
    message,
    hint,
    retry_after,
    needed,
    provided,
    ...(outcome === "not_started" ? {} : { outcome }),
  };
  return { ok: false, error: json, text: JSON.stringify({ error: shown }) };
}

/** Creates the envelope of a thrown error. After an abort, it throws the signal's reason instead. */
export async function failed(error: unknown, { signal }: CallOptions): Promise<Envelope> {
  if (signal?.aborted) throw signal.reason;
  return failure(toConnectorError(error));
}
