import { wholeParams } from "agent-connectors/toolkit";
import type { ApprovalView } from "../routes/approvals/approval-view.ts";
import type { PermissionView } from "../routes/approvals/permissions.ts";
import type { Settings } from "../startup/settings.ts";
import { noMoreWords, printAs, readAction, requiredWord } from "./shared/command-line.ts";
import { personName } from "./shared/person-name.ts";
import { applicationTokenOf, askService } from "./shared/running-service.ts";

const path = "/v1/approvals";
const permissions = "/v1/permissions";

/** Lists or decides the calls that wait for a person. The running service runs approved calls, so the command asks it. */
export async function approvals(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "approvals", action)(rest, settings);
}

const actions = {
  async list(words: readonly string[], settings: Settings) {
    noMoreWords(words, 0, "approvals list");
    const bearer = await applicationTokenOf(settings);
    const { connector } = settings.audit;
    const { user } = settings;
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = new URLSearchParams({
        ...(cursor === "" ? {} : { cursor }),
        ...(connector === undefined ? {} : { connector_id: connector }),
      });
      const page: { data: ApprovalView[]; next_cursor: string | null } = await askService(
        settings,
        `${path}?${query}`,
        { bearer },
      );
      for (const one of page.data)
        if (user === undefined || one.external_user_id === user) printAs(settings, one, () => lineOf(one));
      cursor = page.next_cursor;
    }
  },
  async show(words: readonly string[], settings: Settings) {
    const one = await ask(words, settings, "show");
    printAs(settings, one, () => inWords(one));
  },
  async permissions(words: readonly string[], settings: Settings) {
    noMoreWords(words, 0, "approvals permissions");
    const bearer = await applicationTokenOf(settings);
    const { connector } = settings.audit;
    const query = new URLSearchParams(connector === undefined ? {} : { connector_id: connector });
    const { data } = await askService<{ data: PermissionView[] }>(settings, `${permissions}?${query}`, {
      bearer,
    });
    for (const one of data)
      if (settings.user === undefined || one.external_user_id === settings.user)
        printAs(settings, one, () => `${one.id}  ${one.external_user_id}: ${one.text}`);
  },
  async revoke(words: readonly string[], settings: Settings) {
    const id = encodeURIComponent(requiredWord(words, 0, "The id of the permission"));
    noMoreWords(words, 1, "approvals revoke");
    const bearer = await applicationTokenOf(settings);
    const query = new URLSearchParams({ by: personName(settings) });
    const path = `${permissions}/${id}?${query}`;
    const one = await askService<PermissionView>(settings, path, { bearer, method: "DELETE" });
    printAs(settings, one, () => `Ended by ${one.ended?.by} at ${one.ended?.at}.`);
  },
  approve: (words: readonly string[], settings: Settings) => decide(words, settings, true),
  decline: (words: readonly string[], settings: Settings) => decide(words, settings, false),
  async cancel(words: readonly string[], settings: Settings) {
    const one = await ask(words, settings, "cancel", { by: personName(settings) });
    printAs(settings, one, () => outcomeOf(one));
  },
};

/** Sends the decision, and waits for the end of the call. The process fails if an approved call has failed. */
async function decide(words: readonly string[], settings: Settings, approve: boolean): Promise<void> {
  const { note, rows } = settings.decision;
  const body = {
    approve,
    by: personName(settings),
    ...(note === undefined ? {} : { note }),
    ...(rows === undefined ? {} : { rows: rows.split(",").map(Number) }),
  };
  const one = await ask(words, settings, approve ? "approve" : "decline", body);
  printAs(settings, one, () => outcomeOf(one));
  if (one.status === "unknown" || one.outcome?.ok === false) process.exitCode = 1;
}

async function ask(
  words: readonly string[],
  settings: Settings,
  name: "show" | "approve" | "decline" | "cancel",
  body?: object,
): Promise<ApprovalView> {
  const id = encodeURIComponent(requiredWord(words, 0, "The id of the approval"));
  noMoreWords(words, 1, `approvals ${name}`);
  const bearer = await applicationTokenOf(settings);
  const step = name === "show" ? "" : name === "cancel" ? "/cancel" : "/decide";
  return askService<ApprovalView>(settings, `${path}/${id}${step}`, { bearer, body });
}

const lineOf = (one: ApprovalView): string =>
  [
    one.id,
    one.status.padEnd(8),
    `until ${one.expires_at}`,
    `${one.external_user_id}: ${one.connector_type} ${one.entity}.${one.action}`,
  ].join("  ");

const inWords = (one: ApprovalView): string =>
  [
    lineOf(one),
    one.text,
    ...wholeParams(one.params ?? {}),
    `Asked because: ${one.because.join("; ")}`,
    ...(one.persons > 1 ? [`${one.persons} different people must agree.`] : []),
    ...one.answers.map(
      ({ approve, by, note, at }) =>
        `${by} ${approve ? "agreed" : "refused"} at ${at}${note === undefined ? "" : `: ${note}`}`,
    ),
    outcomeOf(one),
  ].join("\n");

function outcomeOf({ status, outcome, persons, answers }: ApprovalView): string {
  const words: Readonly<Record<ApprovalView["status"], string>> = {
    pending: `Waits for ${persons - answers.length} ${persons - answers.length === 1 ? "person" : "people"}.`,
    approved: "Approved. The call has not run yet.",
    running: "Approved. The call is running.",
    rejected: "Declined. Nothing was sent.",
    cancelled: "Cancelled. Nothing was sent.",
    expired: "Nobody decided in time. Nothing was sent.",
    unknown: "The call was started, and its outcome is not known. It does not run again.",
    ended: outcome?.ok
      ? "Approved, and done."
      : `Approved, but it failed: ${String(outcome?.error?.["message"] ?? "")}`,
  };
  return words[status];
}
