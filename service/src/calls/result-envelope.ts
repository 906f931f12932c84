import { ConnectorError, type Result } from "agent-connectors";

/**
 * Returns a result as JSON, with the facts about its call.
 * @param outcome the `outcome` of the error that is thrown if the result cannot be written as JSON
 */
export function envelopeText(
  { data, meta }: Result,
  id: string,
  ms: number,
  outcome: ConnectorError["outcome"],
): string {
  const envelope = {
    status: "success",
    result: data ?? null,
    connector_metadata: {
      ...meta,
      has_next_page: meta.has_more ?? false,
      end_cursor: meta.next_cursor ?? null,
    },
    execution_metadata: { connector_instance_id: id, execution_time_ms: Math.round(ms) },
  };
  try {
    return JSON.stringify(envelope);
  } catch {
    // `JSON.stringify` fails for deeply nested data that `JSON.parse` accepts.
    throw new ConnectorError("upstream_invalid_response", "The platform's answer is nested too deeply.", {
      hint:
        outcome === "unknown"
          ? "The call took effect, but its answer cannot be returned."
          : "Request less data.",
      retryable: false,
      outcome,
    });
  }
}
