import { ConnectorError } from "agent-connectors";
import { effects } from "../../platforms/effects.ts";
import type { ConnectorClass } from "../../platforms/connector-types.ts";

/**
 * Says in sentences what one policy allows.
 * @param connector undefined if the service runs without this connector type
 * @param text the policy as JSON, or undefined if there is none
 */
export async function explainPolicy(
  connector: ConnectorClass | undefined,
  text: string | undefined,
): Promise<readonly string[]> {
  if (!connector) return ["The service runs without this connector type."];
  const { approval_page: page, ...policy } = JSON.parse(text ?? "{}") as {
    approval_page?: string;
    include?: unknown;
  };
  try {
    const all = policy.include === undefined ? { actions: "all" } : {};
    const { sentences } = await connector.explain({ ...all, effects, ...policy });
    return page === undefined ? sentences : [...sentences, `People decide on the page ${page}.`];
  } catch (error) {
    if (ConnectorError.is(error)) return [error.message];
    throw error;
  }
}
