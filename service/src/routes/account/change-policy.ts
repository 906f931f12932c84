import { ConnectorError } from "agent-connectors";
import { findPolicyTarget, policyText, type RequestedTarget } from "../../access/policy-targets.ts";
import { hashOf } from "../../credentials/secret-text.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import { deletePolicyOf, setPolicyOf } from "../../store/queries/account-policies.ts";
import { findPolicy, type PolicyTarget } from "../../store/queries/policies.ts";
import type { Db } from "../../store/store.ts";
import { actorOf } from "../shared/actor.ts";
import { policyViewOf } from "./policy-view.ts";

type Asker = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;

export interface PolicyChange {
  named: RequestedTarget;
  /** The hash of the policy that the change replaces: see `policyHash`. Default: the change replaces any policy. */
  replaces?: string | undefined;
}

/** Returns a text that changes with the policy. `text`: the policy as JSON, or undefined if there is none. */
export const policyHash = (text: string | undefined): string => hashOf(`policy ${text}`);

/** Sets a policy, and writes an audit row. Returns what the API shows of the policy. */
export const storePolicy = (
  { claims, requestId }: Asker,
  { named, replaces, policy }: PolicyChange & { policy: unknown },
  { store, types, audit, clock }: Context,
) =>
  store.transaction(async (db) => {
    const now = clock.now();
    const found = await findPolicyTarget(db, types, claims.organization, named, { create: true, now });
    await checkReplaced(db, found.target, replaces);
    const text = policyText(types.offered(found.target.type), policy);
    const row = await setPolicyOf(db, found.target, text, now);
    const { workspace_id, connector_id, type } = found.target;
    const actor = actorOf({ claims, requestId }, workspace_id ?? undefined);
    const detail = { type, policy: JSON.parse(text) as unknown };
    await audit.write(db, "policy.set", actor, connector_id ?? undefined, detail);
    return policyViewOf(row, found.user);
  });

/** Deletes a policy, and writes an audit row. @throws ConnectorError `not_found` if there is none */
export const removePolicy = (
  { claims, requestId }: Asker,
  { named, replaces }: PolicyChange,
  { store, types, audit, clock }: Context,
): Promise<void> =>
  store.transaction(async (db) => {
    const options = { create: false, now: clock.now() };
    const found = await findPolicyTarget(db, types, claims.organization, named, options);
    await checkReplaced(db, found.target, replaces);
    const { workspace_id, connector_id, type } = found.target;
    if (!(await deletePolicyOf(db, found.target)))
      throw new ConnectorError("not_found", "There is no such policy.", {
        path: "connector_type",
        hint: "GET /v1/policies lists the policies.",
      });
    const actor = actorOf({ claims, requestId }, workspace_id ?? undefined);
    await audit.write(db, "policy.delete", actor, connector_id ?? undefined, { type });
  });

async function checkReplaced(db: Db, target: PolicyTarget, replaces: string | undefined): Promise<void> {
  if (replaces === undefined || policyHash((await findPolicy(db, target))?.policy) === replaces) return;
  throw new ConnectorError("validation_error", "Somebody has changed this policy meanwhile.", {
    path: "replaces",
    hint: "Open the page of the policy again, and make the change there.",
  });
}
