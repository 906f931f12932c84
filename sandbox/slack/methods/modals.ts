import type { Call } from "../call/call.ts";
import type { Modal } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import { redeemTrigger } from "../interactions.ts";
import type { Method } from "../call/method.ts";
import { TIER_4 } from "../call/rate-limits.ts";
import { readView, viewRecord } from "../records/view.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";

const MAX_VIEWS_IN_MODAL = 3;

/** Methods for modals. To open a modal, an app needs the trigger id of a user's click. */
export const modals: Record<string, Method> = {
  "views.open": {
    scopes: { bot: [] },
    rate: TIER_4,
    required: ["view"],
    run: (call) => ({ view: addView(call, undefined) }),
  },

  "views.push": {
    scopes: { bot: [] },
    rate: TIER_4,
    required: ["view"],
    run: (call) => {
      const top = call.workspace.modals.at(-1);
      if (!top) throw refusal("not_found");
      const stack = call.workspace.modals.filter(({ root_view_id }) => root_view_id === top.root_view_id);
      if (stack.length >= MAX_VIEWS_IN_MODAL) throw refusal("push_limit_reached");
      return { view: addView(call, top) };
    },
  },

  "views.update": {
    scopes: { bot: [] },
    rate: TIER_4,
    required: ["view"],
    run: (call) => {
      const { workspace, args } = call;
      const view = readView(call);
      const id = args.text("view_id");
      const external = args.text("external_id");
      const index = workspace.modals.findIndex((one) =>
        id ? one.id === id : external !== undefined && one["external_id"] === external,
      );
      const before = workspace.modals[index];
      if (!before) throw refusal("not_found");
      if (args.text("hash") !== undefined && args.text("hash") !== before.hash)
        throw refusal("hash_conflict");
      requireFreeExternalId(call, view, before.id);
      const { root_view_id, previous_view_id } = before;
      const after: Modal = { ...viewRecord(call, view, before.id), root_view_id, previous_view_id };
      workspace.modals[index] = after;
      return { view: after };
    },
  },
};

/** Opens a modal, or puts a view on top of another view of a modal. */
function addView(call: Call, below: Modal | undefined): Modal {
  const { workspace, args } = call;
  const trigger = args.text("trigger_id") ?? args.text("interactivity_pointer");
  if (!trigger) throw invalidArguments("invalid `trigger_id`");
  const view = readView(call);
  if (view["type"] !== "modal") throw invalidArguments("unsupported type [json-pointer:/view/type]");
  requireFreeExternalId(call, view, undefined);
  const refused = redeemTrigger(workspace, trigger);
  if (refused) throw refused;
  const id = workspace.newId("V0");
  const modal: Modal = {
    ...viewRecord(call, view, id),
    root_view_id: below?.root_view_id ?? id,
    previous_view_id: below?.id ?? null,
  };
  workspace.modals.push(modal);
  return modal;
}

function requireFreeExternalId({ workspace }: Call, view: Fields, own: string | undefined): void {
  const external = String(view["external_id"] ?? "");
  if (external === "") return;
  const taken = workspace.modals.some((one) => one.id !== own && one["external_id"] === external);
  if (taken) throw refusal("duplicate_external_id");
}
