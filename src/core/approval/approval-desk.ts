import type { Approval, ApprovalAnswer, StoredApproval } from "../contract/approval.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import type { AgentTool, ToolResult } from "../contract/tool.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import { type Clock, systemClock } from "../ground/clock.ts";
import { listNames } from "../ground/json.ts";
import { optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { approvedWrites } from "../store/kinds.ts";
import { createOnce } from "../store/once.ts";
import {
  answerApproval,
  cancelApproval,
  forgetMark,
  noApproval,
  openApprovalIds,
  readApproval,
} from "./desk-records.ts";
import { approvalOf, statusOf } from "./stored-approval.ts";

/** Where people see the calls that wait, and decide about them. Give it to people, and never to an agent. */
export interface ApprovalDesk {
  /** Returns the approvals whose calls have not ended, the first 1,000. Approvals that are refused or expired are not among them. */
  list(): Promise<Approval[]>;
  /** @throws ConnectorError `not_found` */
  get(id: string): Promise<Approval>;
  /**
   * Stores the answer of a person. The same answer of the same person can be given again.
   * @throws ConnectorError `not_found`, `approval_closed` if the approval is already decided, has expired or was cancelled,
   * `approval_denied` if this person cannot decide it
   */
  decide(id: string, answer: ApprovalAnswer): Promise<Approval>;
  /** Cancels an approval whose call has not started. @throws ConnectorError `not_found`, `approval_closed` */
  cancel(id: string, by: string): Promise<Approval>;
  /**
   * Waits until nobody must decide any more: until the approval is approved, rejected, cancelled, expired or ended.
   * @throws ConnectorError `not_found`, or the reason of `signal`
   */
  waitFor(id: string, options?: { signal?: AbortSignal | undefined }): Promise<Approval>;
  /**
   * Runs the call of an approved approval, with the tools that `approvals` has returned. The call runs once: a second run returns
   * the first outcome. Needs no agent, so that a call runs after a restart.
   * @throws ConnectorError `not_found`, `config_error` if no tool has the name of the approval
   */
  run(id: string, tools: readonly AgentTool[], options?: CallOptions): Promise<ToolResult>;
}

/** The pauses between two reads of a waiting approval, in milliseconds. */
const [shortestPause, longestPause] = [50, 2000];

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
    return approvalOf(id, stored, statusOf(stored, clock.now(), run));
  };
  const get: ApprovalDesk["get"] = async (id) => {
    const stored = await readApproval(store, checkId(id));
    if (!stored) throw noApproval(id);
    return view(id, stored);
  };

  return {
    get,
    async list() {
      const found: Approval[] = [];
      for (const id of await openApprovalIds(store, undefined, most)) {
        const stored = await readApproval(store, id);
        const approval = stored && (await view(id, stored));
        if (approval && isOpen(approval)) found.push(approval);
        else if (approval) await forgetMark(store, id);
      }
      return found.toSorted((a, b) => a.asked_at.localeCompare(b.asked_at));
    },
    async decide(id, answer) {
      const given = readOptions(answer, answerFields, "answer", "answer.") as unknown as ApprovalAnswer;
      return view(id, await answerApproval(store, checkId(id), given, clock.now()));
    },
    async cancel(id, by) {
      return view(id, await cancelApproval(store, checkId(id), checkPerson(by), clock.now()));
    },
    async waitFor(id, { signal } = {}) {
      for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
        const approval = await rejectOnAbort(get(id), signal);
        if (approval.status !== "pending") return approval;
        await clock.sleep(pause, signal);
      }
    },
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
      const callId = stored.about?.callId;
      return tool.resume!(id, stored.input, {
        ...options,
        ...(typeof callId === "string" ? { callId } : {}),
      });
    },
  };
}

const isOpen = ({ status }: Approval): boolean =>
  status === "pending" || status === "approved" || status === "running";

const answerFields = {
  approve: { ...optionTypes.boolean, required: true },
  by: { says: "who decides, as a text of 1 to 200 characters", is: isPerson, required: true },
  note: {
    says: "a text of at most 1,000 characters",
    is: (value: unknown) => typeof value === "string" && value.length <= 1000,
  },
  signed_in: optionTypes.boolean,
};

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
