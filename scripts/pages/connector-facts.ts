import type { ConnectorClass } from "agent-connectors";
import type { ActionData, ActionDescription } from "agent-connectors/toolkit";
import { confirmed, type Reference } from "./reference.ts";
import { proofText } from "./proof.ts";
import { rateLimitOf } from "./rate-limits.ts";

/** What the reference pages say of an action. */
export interface ActionFacts extends ActionDescription, Pick<ActionData, "result" | "anyOf" | "oneOf"> {
  /** When a tool offers the action. An empty text means: by default. */
  offered: "" | "on request" | "by name";
  proof: string;
  rateLimit: string;
}

/** What the reference pages say of a connector. */
export interface ConnectorFacts extends Pick<ConnectorClass, "title" | "auth"> {
  /** Such as `slack`. */
  name: string;
  proofs: Reference["proofs"];
  entities: Readonly<Record<string, Readonly<Record<string, ActionFacts>>>>;
}

export async function factsOf({ connector, proofs }: Reference): Promise<ConnectorFacts> {
  const { connectorName: name, title, auth } = connector;
  const { entities } = await connector.describe();
  const { everyday, onlyByName = [], actions: compiled } = await connector.compiled();
  const offeredOf = (action: string) =>
    onlyByName.includes(action) ? "by name" : (everyday?.includes(action) ?? true) ? "" : "on request";
  const proofOf = proofText(name, proofs, confirmed);
  const factsOfAction = (entity: string, action: string, description: ActionDescription): ActionFacts => {
    const { result, anyOf, oneOf, calls } = compiled[entity]![action]!;
    const fullName = `${entity}.${action}`;
    return {
      ...description,
      result,
      anyOf,
      oneOf,
      offered: offeredOf(fullName),
      proof: proofOf(fullName),
      rateLimit: rateLimitOf(name, calls),
    };
  };
  return {
    name,
    title,
    auth,
    proofs,
    entities: Object.fromEntries(
      Object.entries(entities).map(([entity, actions]) => [
        entity,
        Object.fromEntries(
          Object.entries(actions).map(([action, description]) => [
            action,
            factsOfAction(entity, action, description),
          ]),
        ),
      ]),
    ),
  };
}
