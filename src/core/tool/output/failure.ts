import type { CallOptions } from "../../contract/call-options.ts";
import type { ToolResult, OutputOptions } from "../../contract/tool.ts";
import { toConnectorError, type ConnectorError } from "../../ground/errors.ts";
import type { Dict } from "../../ground/json.ts";
import { budgetOf, largestThatFits } from "./output-budget.ts";
import { levelsOf, shortenTo } from "./shorten.ts";
import { untrustedIn } from "./untrusted.ts";

/** Makes the envelope of an error. Its text for the model omits fields that a model cannot use. */
export function failure(error: ConnectorError): ToolResult & { ok: false } {
  const json = error.toJSON();
  const { code, message, hint, retry_after, outcome, needed, provided, pending } = json;
  const shown = {
    code,
    message,
    hint,
    retry_after,
    needed,
    provided,
    pending,
    ...(outcome === "not_started" ? {} : { outcome }),
  };
  return { ok: false, error: json, text: errorText(shown) };
}

/** Shortens the text of a failure that does not fit the budget. The text of a success already fits. */
export function withinBudget(envelope: ToolResult, options: OutputOptions): ToolResult {
  const { fits } = budgetOf(options);
  if (envelope.ok || fits(envelope.text)) return envelope;
  const { error: said } = JSON.parse(envelope.text) as { error: Dict };
  const { code, outcome, ...rest } = said;
  // The last fields are left out first, so the code and the outcome come first.
  const error = { code, ...(outcome === undefined ? {} : { outcome }), ...rest };
  const text = (level: number) => errorText(shortenTo(error, level, new Map()).value as Dict);
  return { ...envelope, text: text(largestThatFits(levelsOf(error), (level) => fits(text(level)))) };
}

const noSources = { platformFields: [], peopleMaps: [], platformMessages: [] };

/** Writes an error for a model. Says which of its texts quote other people. */
function errorText(error: Dict): string {
  const untrusted = untrustedIn({ error }, noSources, new Set());
  return JSON.stringify({ ...(untrusted.length > 0 ? { untrusted } : {}), error });
}

/** Returns the envelope of a failure. After an abort, throws the signal's reason. */
export async function failed(error: unknown, { signal }: CallOptions): Promise<ToolResult> {
  if (signal?.aborted) throw signal.reason;
  return failure(toConnectorError(error));
}
