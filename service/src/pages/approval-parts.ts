import { html } from "hono/html";
import type { Html } from "./page.ts";

export interface ShownApproval {
  status: string;
  /** The call in words: lines that begin with a label. */
  text: string;
  persons: number;
  because: readonly string[];
  answers: readonly { approve: boolean; by: string; note?: string | undefined; at: string }[];
  expires_at: string;
  outcome?: { ok: boolean; error?: { message: string } | undefined } | undefined;
  user: string;
  account: string;
}

/** The labels of lines that a person who is no developer can skip. */
const technical = new Set(["Param", "Name"]);

/** Shows the call as a list of labels and texts, with warnings first and technical lines at the end. */
export function callInWords({ text, user, account, because }: ShownApproval): Html {
  const lines = text.split("\n").map((line) => {
    const [, label = "", said = line] = /^([A-Z][A-Za-z ]{1,20}?)(?: [^:]*)?: (.*)$/.exec(line) ?? [];
    const [, more = ""] = /^[A-Z][A-Za-z]* ([^:]+): /.exec(line) ?? [];
    return { label, said: technical.has(label) && more !== "" ? `${more}: ${said}` : said };
  });
  const warnings = lines.filter(({ label }) => label === "Warning");
  const main = lines.filter(({ label }) => label !== "Warning" && !technical.has(label));
  const details = lines.filter(({ label }) => technical.has(label));
  return html`${warnings.map(({ said }) => html`<p class="box" role="note">Warning: ${said}</p>`)}
    <dl>
      <dt>Asked for</dt>
      <dd>${user}, account ${account}</dd>
      ${main.map(
        ({ label, said }) =>
          html`<dt>${words[label] ?? label}</dt>
            <dd>${said}</dd>`,
      )}
      <dt>You are asked because</dt>
      <dd>${because.join("; ")}</dd>
    </dl>
    ${
      details.length === 0
        ? undefined
        : html`<details>
            <summary>All details</summary>
            <ul>
              ${details.map(({ said }) => html`<li><code>${said}</code></li>`)}
            </ul>
          </details>`
    }`;
}

const words: Readonly<Record<string, string>> = {
  Action: "What",
  As: "Who acts",
  To: "To",
  Where: "Where",
  Change: "What changes",
  Exposure: "What it can cost",
  Note: "Note",
};

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

/** The two buttons and the note. */
export const decisionFields = (): Html =>
  html`<div class="field">
      <label for="note">A word to the agent (optional)</label>
      <input id="note" name="note" type="text" maxlength="1000" autocomplete="off" />
    </div>
    <button class="good" name="decision" value="approve">Agree</button>
    <button class="bad" name="decision" value="refuse">Refuse</button>`;
