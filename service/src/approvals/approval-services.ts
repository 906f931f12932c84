import type { StoreDriver } from "agent-connectors/store";
import { agreedRows, paramsOf, type StoredApproval } from "agent-connectors/toolkit";
import type { AskedBy } from "../calls/asked-by.ts";
import type { CallRequest } from "../calls/asked-call.ts";
import type { CallServices } from "../calls/perform-call.ts";
import { recordStore } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { IdempotencyKeys } from "../idempotency/idempotency-keys.ts";
import type { TypesOf } from "../platforms/organization-types.ts";
import type { CallPlace } from "../store/queries/waiting-calls.ts";
import type { Db, Store } from "../store/store.ts";
import { addEvent, type EventType } from "../webhooks/events.ts";

/** The parts of the service that approvals use. */
export interface ApprovalServices extends CallServices {
  store: Store;
  sealer: Sealer;
  typesOf: TypesOf;
  idempotencyKeys: IdempotencyKeys;
  /** The address at which people reach the service. */
  publicUrl: string | undefined;
}

/** What the service keeps of the request that asked: the call, and the rights with which it runs. */
export type AboutCall = CallRequest & AskedBy & { run?: string | undefined };

export const aboutOf = ({ about }: StoredApproval): AboutCall => about as unknown as AboutCall;

/** Returns the params with which the call runs. */
export function paramsOfCall(approval: StoredApproval): Readonly<Record<string, unknown>> {
  const { route, request } = aboutOf(approval);
  return route === "execute" ? request.params : paramsOf(request.arguments);
}

/**
 * Returns the store of a connector's approvals.
 * @param db a transaction with which the changes are committed
 */
export const approvalStore = (
  { store, sealer }: Pick<ApprovalServices, "store" | "sealer">,
  { organization_id, connector_id }: Omit<CallPlace, "id">,
  db?: Db,
): StoreDriver => {
  const driver = recordStore(db ? { ...store, db } : store, sealer, { organization_id, connector_id });
  return db ? { ...driver, retry: false } : driver;
};

/** Stores an event of an approval. Its data has no content of the call. */
export const addApprovalEvent = (
  db: Db,
  type: EventType,
  { id, organization_id, connector_id }: CallPlace,
  {
    approval,
    status,
    permission,
  }: { approval: StoredApproval; status: string; permission?: string | undefined },
  now: number,
): Promise<void> => {
  const { connector } = aboutOf(approval);
  const { entity, action, effect } = approval.call;
  const count = approval.rows?.length ?? 0;
  const agreed = status === "approved" || status === "ended" ? agreedRows(approval) : undefined;
  return addEvent(
    db,
    {
      type,
      organization_id,
      workspace_id: connector.workspace_id,
      data: {
        approval_id: id,
        status,
        connector_id,
        connector_type: connector.type,
        external_user_id: connector.user,
        entity,
        action,
        effect,
        ...(count > 0 ? { rows: count } : {}),
        ...(agreed ? { approved_rows: agreed.length } : {}),
        ...(permission === undefined ? {} : { permission_id: permission }),
        expires_at: new Date(approval.expires).toISOString(),
      },
    },
    now,
  );
};
