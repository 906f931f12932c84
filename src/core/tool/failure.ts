import type { Envelope } from "../contract/tool.ts";
import type { ConnectorError } from "../ground/errors.ts";

/** A failure as a model reads it: what was wrong, what to do next; nothing that it cannot use. */
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
