import { ConnectorError } from "agent-connectors";
import {
  changedSince,
  decisionOf,
  endApproval,
  endedCall,
  type EndedCall,
  removeFromOpen,
  previewCall,
  readApproval,
  statusOf,
  type StoredApproval,
} from "agent-connectors/toolkit";
import { isStillAllowed } from "../access/still-allowed.ts";
import { visibleConnector } from "../access/visible-connectors.ts";
import { askingActor } from "../calls/asked-by.ts";
import { callOf } from "../calls/asked-call.ts";
import { performCall, type Performed } from "../calls/perform-call.ts";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import { openApprovalPlaces, type CallPlace } from "../store/queries/waiting-calls.ts";
import type { Db } from "../store/store.ts";
import { previewNow } from "./ask-before-write.ts";
import { aboutOf, addApprovalEvent, approvalStore, type ApprovalServices } from "./approval-services.ts";

/** Results that are longer are not kept. */
const longestAnswer = 200_000;

/**
 * Runs the call of an approved approval once, whoever calls this function, and stores the outcome. Returns the approval. Never throws for
 * a call that has failed: the approval has its error.
 */
export async function runApproved(services: ApprovalServices, place: CallPlace): Promise<StoredApproval> {
  const { store, clock } = services;
  const approval = await readApproval(approvalStore(services, place), place.id);
  if (!approval) throw new ConnectorError("not_found", "There is no such approval.", { path: "id" });
  if (statusOf(approval, clock.now()) !== "approved") return approval;
  const end = async (db: Db, ended: EndedCall) => {
    const stored = await endApproval(approvalStore(services, place, db), place.id, ended);
    if (stored.ended?.at !== ended.at) return;
    const { ok, error } = ended;
    await services.audit.write(db, "approval.end", askingActor(aboutOf(approval)), place.connector_id, {
      approval: place.id,
      ok,
      ...(error ? { code: error.code, outcome: error.outcome } : {}),
    });
    await addApprovalEvent(
      db,
      "approval.ended",
      place,
      { approval: stored, status: statusOf(stored, clock.now()) },
      clock.now(),
    );
  };
  try {
    await runOnce(services, place, approval, end);
  } catch (thrown) {
    const error = toConnectorError(thrown);
    // The call is running in another process, or nothing was sent and a later run can succeed.
    if (error.code !== "idempotency_in_progress" && !canSucceedLater(error))
      await store.transaction((db) =>
        end(db, endedCall(approval, { ok: false, error: error.toJSON() }, clock.now())),
      );
  }
  return (await readApproval(approvalStore(services, place), place.id)) ?? approval;
}

async function runOnce(
  services: ApprovalServices,
  place: CallPlace,
  approval: StoredApproval,
  end: (db: Db, ended: EndedCall) => Promise<void>,
): Promise<void> {
  const { clock, idempotencyKeys } = services;
  const { claims, connector } = aboutOf(approval);
  const keyed = {
    scope: { organization: claims.organization, workspace: connector.workspace_id, route: "approval" },
    key: place.id,
    request: { approval: place.id },
  };
  await idempotencyKeys.around(keyed, async (claim) => {
    // A second try could succeed where the first one failed, and would then end an approval whose call was not sent.
    let claiming: Promise<void> | undefined;
    const claimOnce = () => (claiming ??= claim());
    const performed = await perform(services, place, approval, claimOnce).catch((thrown: unknown) =>
      notStarted(toConnectorError(thrown)),
    );
    const { result, data, error, mayHaveActed, event, write } = performed;
    const text = result && !(result instanceof Response) ? result.text : "";
    const again = error !== undefined && canSucceedLater(error) && !mayHaveActed;
    // Only the process that has the claim can say how the call has ended. If the claim is refused, another process runs the call,
    // or has run it, and an error such as "changed since" may only show what that process has done.
    if (!again) await claimOnce();
    return {
      answer: { status: error ? error.status : 200, text },
      keep: !error || mayHaveActed,
      mayHaveActed,
      effect: event?.effect,
      async write(db) {
        await write(db);
        if (!again)
          await end(db, {
            ...endedCall(
              approval,
              error ? { ok: false, error: error.toJSON() } : { ok: true, data },
              clock.now(),
            ),
            ...(text !== "" && text.length <= longestAnswer ? { answer: text } : {}),
          });
      },
    };
  });
}

/** Runs the call. Before the first write, calls `claim`, which throws if another process runs the call. */
async function perform(
  services: ApprovalServices,
  place: CallPlace,
  approval: StoredApproval,
  claim: () => Promise<void>,
): Promise<Performed> {
  const { store, clock } = services;
  const about = aboutOf(approval);
  const { claims } = about;
  // Whoever has asked must still have the right to do it.
  if (!(await isStillAllowed(store.db, claims)))
    throw denied("The token that asked for this call was revoked, or its application or user is gone.");
  const row = await visibleConnector(store.db, claims, place.connector_id);
  const call = callOf(about, "allow");
  const decision = decisionOf(place.id, approval);
  return performCall(
    row,
    {
      run: call.run,
      unchecked: call.unchecked,
      run_id: about.run,
      asker: { claims, requestId: about.requestId },
      decision,
      idempotencyKey: `approval-${place.id}`,
      effects: claims.effects,
      external: "allow",
      async beforeWrite() {
        const gated = { row, call, eventTokens: undefined, decision };
        const shown = await previewNow(services, gated, claims.effects);
        const { asked } = await previewCall({ ...shown, now: clock.now() }, undefined, {});
        const changed = changedSince(approval, asked);
        if (changed) throw changed;
        await claim();
        // After the claim, so that either this call sees that somebody has cancelled it, or who cancels sees that it runs.
        await stillApproved(services, place);
      },
    },
    askingActor(aboutOf(approval)),
    services,
  );
}

/** The outcome of a call that was refused before it was begun. */
const notStarted = (error: ConnectorError): Performed => ({
  error,
  event: undefined,
  mayHaveActed: false,
  write: async () => {},
  changes: () => undefined,
});

/** Somebody may have cancelled the call during the second preview. */
async function stillApproved(services: ApprovalServices, place: CallPlace): Promise<void> {
  const now = await readApproval(approvalStore(services, place), place.id);
  if (!now || statusOf(now, services.clock.now()) !== "approved")
    throw denied("This call is not approved any more.");
}

/** Runs approved calls whose process has ended before it ran them, and forgets approvals that have expired. */
export async function runWaitingApprovals(services: ApprovalServices): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const places = await openApprovalPlaces(services.store, undefined, { after, limit: 200 });
    for (const place of places) {
      const driver = approvalStore(services, place);
      const approval = await readApproval(driver, place.id);
      const status = approval && statusOf(approval, services.clock.now());
      if (status === "approved") await runApproved(services, place);
      else if (status !== "pending" && status !== undefined) await removeFromOpen(driver, place.id);
    }
    if (places.length < 200) return;
    after = places.at(-1)!.id;
  }
}

/** Whether the same call can succeed a little later, when the store works again or has space. */
const canSucceedLater = ({ code, retryable }: ConnectorError): boolean =>
  retryable || code === "storage_full";

const denied = (message: string) =>
  new ConnectorError("approval_denied", message, { hint: "Ask again with a new call." });
