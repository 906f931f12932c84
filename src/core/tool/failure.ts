import type { CallOptions } from "../contract/call-options.ts";
import type { Envelope } from "../contract/tool.ts";
import { toConnectorError, type ConnectorError } from "../ground/errors.ts";

/** A failure as a model reads it: what was wrong and what to do next, without the fields that a model cannot use. */
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

/** The envelope of a thrown error. Only an abort is thrown on, as the signal's own reason. */
export async function failed(error: unknown, { signal }: CallOptions): Promise<Envelope> {
  if (signal?.aborted) throw signal.reason;
  return failure(toConnectorError(error));
}
