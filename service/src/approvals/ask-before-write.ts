import { ConnectorError, type CallOptions } from "agent-connectors";
import { failure } from "agent-connectors/adapter";
import {
  approvalError,
  approvalOf,
  askApproval,
  previewCall,
  readApproval,
  statusOf,
  type Decision,
  type StoredApproval,
} from "agent-connectors/toolkit";
import type { Claims } from "../access/access-tokens.ts";
import { keptClaims } from "../access/still-allowed.ts";
import type { AskedCall } from "../calls/asked-call.ts";
import type { CallContext } from "../calls/open-connectors.ts";
import { hashOf } from "../credentials/secret-text.ts";
import { keyReused } from "../idempotency/idempotency-errors.ts";
import { fingerprintOf } from "../idempotency/request-fingerprint.ts";
import type { Actor } from "../operations/audit.ts";
import { openApprovalPlaces } from "../store/queries/waiting-calls.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import { uuid } from "../store/uuid.ts";
import { statusNow } from "./find-approval.ts";
import { permittedBy } from "./standing-permissions.ts";
import { approvalPageOf, approvalRulesOf } from "./approval-policy.ts";
import {
  addApprovalEvent,
  approvalStore,
  type AboutCall,
  type ApprovalServices,
} from "./approval-services.ts";

/** A request for a call that a person may have to approve. */
export interface GatedCall {
  row: UsableConnector;
  call: AskedCall;
  claims: Claims;
  actor: Actor;
  idempotencyKey: string | undefined;
  eventTokens: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns a function that runs just before the first write of a call, or undefined if no policy has rules for approvals. If a person
 * must approve the call, the function stores the question and throws `approval_pending`, so that nothing is sent. If a standing permission
 * covers the call, it returns who has given it.
 */
export function askBeforeWrite(
  services: ApprovalServices,
  gated: GatedCall,
): (() => Promise<Decision | undefined>) | undefined {
  const rules = approvalRulesOf(gated.row);
  if (!rules) return undefined;
  return async () => {
    const { row, call, claims } = gated;
    const { clock } = services;
    const id = keyedId(gated);
    const shown = await previewNow(services, gated, claims.effects);
    const previewed = await previewCall({ ...shown, now: clock.now() }, rules, {});
    const { asked, needs } = previewed;
    if (asked.failed && !asked.failed.ok) throw ConnectorError.fromJSON(asked.failed.error);
    if (needs.length === 0) return;
    const permitted = await permittedBy(services, row, previewed);
    if (permitted) return permitted;
    const found = id ? undefined : await openApprovalOf(services, row, asked.digest);
    if (found) throw pendingOf(found.id, found.approval);
    const now = clock.now();
    const { entity, action, effect } = shown.call;
    const own = id ?? uuid(now);
    const url = approvalPageOf(row, own, services.publicUrl);
    const approval: StoredApproval = {
      ...asked,
      tool: row.type,
      input: call.request,
      call: { entity, action, effect },
      about: aboutCall(gated) as unknown as Record<string, unknown>,
      needs,
      scope: row.id,
      asked: now,
      expires: now + services.limits.approvalSeconds * 1000,
      ...(url === undefined ? {} : { url }),
      answers: [],
    };
    const place = { id: own, ...placeOf(row) };
    await services.store.transaction(async (db) => {
      const stored = await askApproval(approvalStore(services, place, db), own, approval);
      if (stored !== approval) return;
      await services.audit.write(db, "approval.ask", gated.actor, row.id, {
        approval: own,
        entity,
        action,
        effect,
      });
      await addApprovalEvent(db, "approval.requested", place, { approval, status: "pending" }, now);
    }, claims.organization);
    throw pendingOf(own, approval);
  };
}

/** Previews a call with a dry run, which the policies allow or refuse like the call itself. */
export async function previewNow(
  { openConnectors, typesOf }: ApprovalServices,
  {
    row,
    call,
    eventTokens,
    decision,
  }: Pick<GatedCall, "row" | "call" | "eventTokens"> & Pick<CallOptions, "decision">,
  effects: Claims["effects"],
) {
  const context: CallContext = { onEvent() {} };
  const options: CallOptions = {
    external: "allow",
    decision,
    context: { [row.type]: eventTokens, ...context },
  };
  const { title } = (await typesOf(row.organization_id, row.type)).offered(row.type);
  return call.preview(await openConnectors.get(row, effects), title, options);
}

/** An open approval of the same call. A model that sends a call again must not ask the person again. */
async function openApprovalOf(services: ApprovalServices, row: UsableConnector, digest: string) {
  const tenant = { organization: row.organization_id };
  const places = await openApprovalPlaces(services.store, tenant, { connector: row.id, limit: 100 });
  for (const { id } of places) {
    const approval = await readApproval(approvalStore(services, placeOf(row)), id);
    const status = approval && statusOf(approval, services.clock.now());
    if (approval?.digest === digest && (status === "pending" || status === "approved"))
      return { id, approval };
  }
  return undefined;
}

/** The id of the approval of a request with an idempotency key. A repeated request then finds it. */
const keyedId = ({ row, call, idempotencyKey }: GatedCall): string | undefined =>
  idempotencyKey === undefined
    ? undefined
    : `k${hashOf(JSON.stringify([row.id, call.route, idempotencyKey])).slice(0, 40)}`;

function aboutCall({ row, call, claims, actor }: GatedCall): AboutCall {
  return {
    ...({ route: call.route, request: call.request } as AboutCall),
    claims: keptClaims(claims),
    requestId: actor.request,
    run: call.run_id,
    connector: { type: row.type, name: row.name, workspace_id: row.workspace_id, user: row.workspace },
  };
}

const placeOf = ({ organization_id, id }: UsableConnector) => ({ organization_id, connector_id: id });

/** The approval is open, so it has an error. */
const pendingOf = (id: string, approval: StoredApproval): ConnectorError =>
  approvalError(approvalOf(id, approval, "pending"))!;

/**
 * Returns the answer of an earlier request with the same idempotency key, if a person was asked about it and its call has ended.
 * @throws ConnectorError the error of the call, or `approval_pending`
 */
export async function earlierAnswer(
  services: ApprovalServices,
  gated: GatedCall,
): Promise<{ text: string } | undefined> {
  const id = keyedId(gated);
  const place = placeOf(gated.row);
  const approval = id && (await readApproval(approvalStore(services, place), id));
  if (!id || !approval) return undefined;
  if (fingerprintOf(approval.input) !== fingerprintOf(gated.call.request)) throw keyReused();
  const error = approvalError(
    approvalOf(id, approval, await statusNow(services, { id, ...place }, approval)),
  );
  // A failed call of a tool is a successful request, whose text the model reads.
  if (error && gated.call.route === "tools")
    return { text: JSON.stringify({ ok: false, text: failure(error).text, error: error.toJSON() }) };
  if (error) throw error;
  return { text: approval.ended?.answer ?? "null" };
}
