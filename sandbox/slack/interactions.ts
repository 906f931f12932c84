import { type Refusal, refusal } from "./call/refusal.ts";
import type { Workspace } from "./workspace.ts";

/** The lifetime of a trigger id, in milliseconds. https://docs.slack.dev/interactivity/handling-user-interaction */
const TRIGGER_MS = 3000;

/** Simulates a user's click, and returns its trigger id. */
export function newTrigger(workspace: Workspace): string {
  const number = workspace.triggers.size + 1;
  const id = `${4711000 + number}.${98765000 + number}.abcd2358fdea${String(number).padStart(4, "0")}`;
  workspace.triggers.set(id, { expires: workspace.clock.now() + TRIGGER_MS, used: false });
  return id;
}

/** Marks the click of a trigger id as used. Returns the error if the trigger id is not valid. */
export function redeemTrigger(workspace: Workspace, id: string | undefined): Refusal | undefined {
  const trigger = workspace.triggers.get(id ?? "");
  if (!trigger) return refusal("invalid_trigger_id");
  if (trigger.used) return refusal("exchanged_trigger_id");
  if (workspace.clock.now() > trigger.expires) return refusal("expired_trigger_id");
  trigger.used = true;
  return undefined;
}

/** Starts the app's step of a workflow, and returns the id of this run. */
export function newExecution(workspace: Workspace): string {
  const id = workspace.newId("Fx0");
  workspace.executions.set(id, { id, state: "running" });
  return id;
}
