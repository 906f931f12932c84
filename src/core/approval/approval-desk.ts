import type { ApprovalDesk } from "../contract/approval/desk.ts";
import type { GivenPermission } from "../contract/approval/permission.ts";
import type { Approval, ApprovalAnswer, StoredApproval } from "../contract/approval.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import { type Clock, systemClock } from "../ground/clock.ts";
import { listNames, readArray } from "../ground/json.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { approvedWrites } from "../store/kinds.ts";
import { createOnce } from "../store/once.ts";
import { listPermissions } from "../store/permissions.ts";
import {
  answerApproval,
  cancelApproval,
  removeFromOpen,
  openApprovalIds,
  readApproval,
} from "./desk-records.ts";
import { noApproval } from "../call/approval-error.ts";
import { untilDecided } from "../call/until-decided.ts";
import { endedCall } from "./approval-rows.ts";
import { permissionOf } from "./permission-words.ts";
import { keepPermission, revokePermission } from "./permissions.ts";
import { approvalOf, isOpen, statusOf, withEnd } from "./stored-approval.ts";

const most = 1000;

/**
 * Returns the desk of a store.
 * @param store the store that `approvals` got
 * @throws ConnectorError `config_error` if the store is no private store
 */
export function approvalDesk(
  store: StoreDriver,
  { clock = systemClock }: { clock?: Clock } = {},
): ApprovalDesk {
  checkPrivate(store);
  const once = createOnce(approvedWrites, clock);

  const view = async (id: string, stored: StoredApproval): Promise<Approval> => {
    const started = stored.ended ? undefined : await once.find(store, id, stored.digest);
    const run = started?.state === "running" || started?.state === "in_doubt" ? started.state : undefined;
    // The call has ended since the approval was read. A cancellation of a call that has done something came too late.
    const now = clock.now();
    const known =
      started?.state === "done" ? withEnd(stored, endedCall(stored, started.outcome, now)) : stored;
    return approvalOf(id, known, statusOf(known, now, run));
  };
  const get: ApprovalDesk["get"] = async (id) => {
    const stored = await readApproval(store, checkId(id));
    if (!stored) throw noApproval(id);
    return view(id, stored);
  };

  return {
    get,
    async list({ run } = {}) {
      const found: Approval[] = [];
      for (const id of await openApprovalIds(store, undefined, most)) {
        const stored = await readApproval(store, id);
        const approval = stored && (await view(id, stored));
        if (approval && isOpen(approval.status))
          found.push(...(run === undefined || approval.run === run ? [approval] : []));
        else if (approval) await removeFromOpen(store, id);
      }
      return found.toSorted((a, b) => a.asked_at.localeCompare(b.asked_at));
    },
    async decide(id, answer) {
      const given = readOptions(answer, answerFields, "answer", "answer.") as unknown as ApprovalAnswer;
      if (given.permission !== undefined)
        readOptions(given.permission, permissionFields, "permission", "answer.permission.");
      const decided = await answerApproval(store, checkId(id), given, clock.now());
      // Stored after the decision, so there is no permission without one. The same answer again stores it after a failure.
      await keepPermission(store, id, decided);
      return view(id, decided);
    },
    async permissions() {
      return (await listPermissions(store, clock.now())).map(permissionOf);
    },
    async revoke(id, by) {
      const ended = { by: checkPerson(by), at: clock.now() };
      return permissionOf(await revokePermission(store, String(id), ended));
    },
    async cancel(id, by) {
      return view(id, await cancelApproval(store, checkId(id), checkPerson(by), clock.now()));
    },
    waitFor: (id, { signal } = {}) => untilDecided(() => rejectOnAbort(get(id), signal), clock, signal),
    async run(id, tools, options = {}) {
      const stored = await readApproval(store, checkId(id));
      if (!stored) throw noApproval(id);
      const tool = tools.find(({ name, resume }) => name === stored.tool && resume !== undefined);
      if (!tool)
        throw optionError(
          "tools",
          `None of the tools is ${stored.tool}, to which the approval belongs.`,
          `Pass the result of approvals(...). Its tools: ${listNames(tools.map(({ name }) => name)) || "none"}.`,
        );
      const { callId, run } = stored.about ?? {};
      return tool.resume!(id, stored.input, {
        ...(typeof run === "string" ? { context: { run } } : {}),
        ...options,
        ...(typeof callId === "string" ? { callId } : {}),
      });
    },
  };
}

const answerFields = {
  approve: { ...optionTypes.boolean, required: true },
  by: { says: "who decides, as a text of 1 to 200 characters", is: isPerson, required: true },
  rows: {
    says: "an array of the indexes of rows",
    is: (value: unknown) => (readArray(value) ?? [""]).every((row) => Number.isInteger(row)),
  },
  note: {
    says: "a text of at most 1,000 characters",
    is: (value: unknown) => typeof value === "string" && value.length <= 1000,
  },
  signed_in: optionTypes.boolean,
  permission: optionTypes.object,
} satisfies Record<keyof ApprovalAnswer, OptionType>;

const permissionFields = {
  up_to: {
    says: "an amount greater than 0",
    is: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
  },
  until: { ...optionTypes.time, required: true },
} satisfies Record<keyof GivenPermission, OptionType>;

function isPerson(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= 200;
}

function checkPerson(by: unknown): string {
  if (isPerson(by)) return by;
  throw optionError("by", "by must be who decides, as a text of 1 to 200 characters.");
}

function checkId(id: unknown): string {
  if (typeof id === "string" && /^[\w.-]{1,100}$/.test(id)) return id;
  throw noApproval(String(id));
}
