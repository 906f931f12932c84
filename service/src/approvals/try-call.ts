import { ConnectorError } from "agent-connectors";
import { previewCall } from "agent-connectors/toolkit";
import { executeCall, type ExecuteRequest } from "../calls/asked-call.ts";
import { effects } from "../platforms/effects.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import { approvalRulesOf } from "./approval-policy.ts";
import type { ApprovalServices } from "./approval-services.ts";

/** What would become of a call. */
export interface Trial {
  /** `depends`: the policies allow the call, as far as they can be judged without a request to the platform. */
  verdict: "allowed" | "asked" | "depends" | "refused";
  text: readonly string[];
}

/** Says whether the policies of a connector allow a call, and whether a person is asked. Sends nothing, and stores nothing. */
export async function tryCall(
  { openConnectors, typesOf, clock }: ApprovalServices,
  row: UsableConnector,
  request: ExecuteRequest,
): Promise<Trial> {
  const asks: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asks.push(new URL(input instanceof Request ? input.url : input).host);
    throw new TypeError("A trial sends nothing.");
  };
  const { title } = (await typesOf(row.organization_id, row.type)).offered(row.type);
  let isRead = false;
  try {
    const rules = approvalRulesOf(row);
    const connector = await openConnectors.trial(row, effects, fetch);
    const { entity, action, params } = request;
    const { entities } = await connector.describe(entity, action);
    isRead = entities[entity]?.[action]?.effect === "read";
    if (isRead) {
      await connector.execute(entity, action, params, { external: "policy" });
      return { verdict: "allowed", text: [] };
    }
    const external = rules ? "allow" : "policy";
    const shown = await executeCall(request, external).preview(connector, title, { external });
    // Without the dry run, only the rules about the action and its effect apply.
    const preview = asks.length > 0 ? undefined : shown.preview;
    const { asked, needs } = await previewCall({ ...shown, preview, now: clock.now() }, rules, {});
    if (asked.failed && !asked.failed.ok) return refused(ConnectorError.fromJSON(asked.failed.error));
    if (needs.length > 0)
      return { verdict: "asked", text: needs.map(({ because }) => `A person is asked because ${because}.`) };
    return asks.length > 0 ? depends(title, rules !== undefined) : { verdict: "allowed", text: [] };
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    if (asks.length === 0) return refused(error);
    // The places that a policy allows can have names that only the platform knows.
    return isRead && !hasPlaces(row) ? onlyReads : depends(title, false);
  }
}

const onlyReads: Trial = { verdict: "allowed", text: ["The call only reads."] };

const hasPlaces = ({ organization_policy, user_policy, connector_policy }: UsableConnector): boolean =>
  [organization_policy, user_policy, connector_policy].some(
    (text) => text !== null && (JSON.parse(text) as { only?: unknown }).only !== undefined,
  );

const depends = (title: string, hasRules: boolean): Trial => ({
  verdict: "depends",
  text: [
    `The call first reads from ${title}, for example to find a name. What it finds can still change the answer.`,
    ...(hasRules
      ? ["A person may be asked, for example if people of another company can read what it writes."]
      : []),
  ],
});

const refused = ({ message, hint }: ConnectorError): Trial => ({
  verdict: "refused",
  text: hint === undefined ? [message] : [message, hint],
});
