import { type ApprovalRow, moneyWords } from "agent-connectors/toolkit";
import { html } from "hono/html";
import type { Html } from "./page.ts";
import { table } from "./parts.ts";

// The table of a batch: one row for each item.

interface WithRows {
  rows: readonly ApprovalRow[];
}

/** A batch of one item needs no table. */
export const hasRows = <T extends { rows?: WithRows["rows"] | undefined }>(shown: T): shown is T & WithRows =>
  (shown.rows?.length ?? 0) > 1;

/** The table of an approval that a person can decide. All rows are checked. */
export const rowChoices = (rows: WithRows["rows"]): Html =>
  html`<p id="rows-help">Uncheck what must not be done. A row that is not checked is not sent.</p>
    ${table(
      "What changes",
      ["Do it", ...columns],
      rows.map((row, index) => [
        html`<input type="checkbox" name="rows" value="${index}" checked aria-label="Do it: ${row.name}" />`,
        ...cellsOf(row),
      ]),
    )}`;

/** The table of an approval that is decided, or that this person cannot decide. */
export const rowTable = (rows: WithRows["rows"]): Html =>
  table(
    "What changes",
    [...columns, "Decision"],
    rows.map((row) => [...cellsOf(row), html`${said(row)}`]),
  );

const columns = ["What", "Now", "Then", "What it can cost"];

const cellsOf = ({ name, changes, exposure }: ApprovalRow): Html[] => [
  html`${name}`,
  lines(changes.map(({ field, from }) => `${field}: ${valueOf(from)}`)),
  lines(changes.map(({ field, to }) => `${field}: ${valueOf(to)}`)),
  lines(
    exposure.map(
      ({ field, from, to, currency = "" }) =>
        `${moneyWords(field)} ${amountOf(from)} → ${amountOf(to)} ${currency}`,
    ),
  ),
];

const lines = (texts: readonly string[]): Html => html`${texts.map((text) => html`<div>${text}</div>`)}`;

const amountOf = (value: unknown): string =>
  typeof value === "number" ? amountInWords(value) : valueOf(value);

/** Returns an amount such as `23,280` or `12.5`. */
export const amountInWords = (amount: number): string =>
  amount.toLocaleString("en-US", { maximumFractionDigits: 4 });

const valueOf = (value: unknown): string =>
  value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value);

const outcomes: Readonly<Record<NonNullable<ApprovalRow["outcome"]>, string>> = {
  succeeded: "Done",
  failed: "Failed",
  unchanged: "Changed nothing",
  unknown: "Not known",
  declined: "Declined, not sent",
};

function said({ approved, outcome, reason }: ApprovalRow): string {
  if (outcome) return `${outcomes[outcome]}${reason === undefined ? "" : `: ${reason.replaceAll("_", " ")}`}`;
  return approved === undefined ? "Open" : approved ? "Agreed" : "Declined";
}
