import type { ApprovalRow } from "agent-connectors/toolkit";
import { html } from "hono/html";
import { amountInWords, hasRows, rowChoices } from "./approval-rows.ts";
import type { Html } from "./page.ts";
import { wholeText, wholeValue } from "./whole-value.ts";

export interface ShownApproval {
  status: string;
  /** The call in words: lines that begin with a label. */
  text: string;
  /** The params of the call. */
  params: Readonly<Record<string, unknown>>;
  rows?: readonly ApprovalRow[] | undefined;
  persons: number;
  because: readonly string[];
  answers: readonly {
    approve: boolean;
    by: string;
    note?: string | undefined;
    permission?: object | undefined;
    at: string;
  }[];
  expires_at: string;
  outcome?: { ok: boolean; error?: { message: string } | undefined } | undefined;
  user: string;
  account: string;
  /** What a permission for such calls would cover. Absent if there can be none. */
  permission?: { covers: string; currency?: string | undefined; raise?: number | undefined } | undefined;
}

interface Line {
  label: string;
  said: string;
  /** All of a value that `said` cuts. */
  whole?: string | undefined;
}

/** Shows the call as a list of labels and texts: warnings first, and what a person seldom needs at the end. */
export function callInWords(shown: ShownApproval): Html {
  const { text, params, user, account, because } = shown;
  // A table shows the rows.
  const isRow = (line: string) => hasRows(shown) && /^Row( \d+)?: /.test(line);
  const lines = text.split("\n").flatMap((line) => (isRow(line) ? [] : [lineOf(line, params)]));
  const hasChanges = hasRows(shown) || lines.some(({ label }) => label === words.Change);
  const isDetail = ({ label, said }: Line) =>
    label.startsWith("Id ") || (!known.has(label) && (isIdOrSwitch(said) || (isList(said) && hasChanges)));
  const warnings = lines.filter(({ label }) => label === "Warning");
  const main = lines.filter((line) => line.label !== "Warning" && !isDetail(line));
  const details = lines.filter(isDetail);
  return html`${warnings.map(({ said }) => html`<p class="box" role="note">Warning: ${said}</p>`)}
    <dl>
      <dt>Asked for</dt>
      <dd>${user}, account ${account}</dd>
      ${main.map(lineItem)}
      <dt>You are asked because</dt>
      <dd>${because.join("; ")}</dd>
    </dl>
    ${
      details.length === 0
        ? undefined
        : html`<details>
            <summary>All details</summary>
            <dl>${details.map(lineItem)}</dl>
          </details>`
    }`;
}

/** A text of other people can have line breaks, and can run from right to left. */
const lineItem = ({ label, said, whole }: Line): Html =>
  html`<dt>${label}</dt>
    <dd>
      ${whole === undefined ? html`<div class="said" dir="auto">${said}</div>` : wholeText(label, whole)}
    </dd>`;

const words = {
  Action: "What",
  Warning: "Warning",
  As: "Who acts",
  To: "To",
  Where: "Where",
  "Who reads it": "Who reads it",
  Notified: "Who is notified",
  Change: "What changes",
  Exposure: "What it can cost",
  Note: "Note",
} as const;

const known: ReadonlySet<string> = new Set(Object.values(words));

/** Reads a line of the text for the person: a word of `words`, `Param` or `Name`, then a colon. */
function lineOf(line: string, params: ShownApproval["params"]): Line {
  for (const [word, label] of Object.entries(words)) {
    const said = line.slice(word.length + 2);
    if (line.startsWith(`${word}: `)) return { label, said: word === "Exposure" ? withCommas(said) : said };
  }
  const [, param, value] = /^Param ([^:]+): (.*)$/.exec(line) ?? [];
  if (param !== undefined && value !== undefined)
    return {
      label: param.replaceAll("_", " "),
      said: withoutQuotes(value),
      whole: wholeValue(value, Object.hasOwn(params, param) ? params[param] : undefined),
    };
  return { label: "Id and name", said: line.replace(/^Name: /, "") };
}

/** Groups the digits of amounts: `23,280`. */
const withCommas = (said: string): string =>
  said.replace(/(?<![\w.-])\d+([.]\d+)?(?![\w-])/g, (amount) => amountInWords(Number(amount)));

/** Returns the text that a value in quotation marks has. A person reads line breaks and quotation marks as they are. */
function withoutQuotes(value: string): string {
  try {
    // The escapes of invisible characters, such as `\u{200b}`, are no JSON.
    const read: unknown = JSON.parse(value.replace(/(?<!\\)((?:\\\\)*)\\u\{/g, "$1\\\\u{"));
    return typeof read === "string" ? read : value;
  } catch {
    return value;
  }
}

/** Returns whether a value is an id, a number or a switch, which a person seldom needs. */
const isIdOrSwitch = (said: string): boolean => /^(true|false|null|[\w.-]*\d[\w.-]*)$/.test(said);
const isList = (said: string): boolean => /^[[{]/.test(said);

/** Returns what a call is about, in a few words, so that a person can tell the calls of a list apart. */
export function inShort({ text }: ShownApproval): string | undefined {
  const lines = text.split("\n").map((line) => lineOf(line, {}));
  const change = lines.find(({ label }) => label === words.Change);
  const row = /^Row \d+: (.*)$/m.exec(text)?.[1];
  const param = lines.find(({ label, said }) => !known.has(label) && !isIdOrSwitch(said) && !isList(said));
  const said = change?.said ?? row ?? param?.said;
  return said !== undefined && said.length > shortest ? `${said.slice(0, shortest).toWellFormed()}…` : said;
}

const shortest = 80;

/** Says how the approval stands, for a person who cannot decide it now. */
export function outcomeInWords({ status, answers, outcome }: ShownApproval): Html {
  const last = answers.at(-1);
  const by = last === undefined ? "" : ` by ${last.by}`;
  const said: Readonly<Record<string, string>> = {
    pending: "Nobody has decided yet.",
    approved: `Agreed${by}. The call runs now.`,
    running: `Agreed${by}. The call is running.`,
    rejected: `Refused${by}. Nothing was sent.`,
    cancelled: "Cancelled. Nothing was sent.",
    expired: "Nobody decided in time. Nothing was sent.",
    unknown: "The call was started, and its outcome is not known. It does not run again.",
    ended: outcome?.ok
      ? `Agreed${by}, and done.`
      : `Agreed${by}, but it failed: ${outcome?.error?.message ?? ""}`,
  };
  return html`<p role="status"><b>${said[status] ?? status}</b></p>`;
}

/** The rows of a batch with their check boxes, the note, further fields and the two buttons. */
export const decisionFields = (shown: ShownApproval, more?: Html): Html =>
  html`${hasRows(shown) ? rowChoices(shown.rows) : undefined}
    <div class="field">
      <label for="note">A word to the agent (optional)</label>
      <input id="note" name="note" type="text" maxlength="1000" autocomplete="off" />
    </div>
    ${more}
    <button class="good" name="decision" value="approve">
      ${hasRows(shown) ? "Agree to the checked rows" : "Agree"}
    </button>
    <button class="bad" name="decision" value="refuse">${hasRows(shown) ? "Refuse all" : "Refuse"}</button>`;
