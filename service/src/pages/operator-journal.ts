import { html } from "hono/html";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import { field, hidden, long, tableOr, time } from "./parts.ts";

const path = "/operate/journal";

export interface ShownStop {
  external_user_id?: string | undefined;
  connector_id?: string | undefined;
  /** The name of the connector and of its user. Undefined if the connector was deleted. */
  connector?: string | undefined;
  by: string;
  reason?: string | undefined;
  at: string;
}

interface ShownWrite {
  status: string;
  entity: string;
  action: string;
  external_user_id: string;
  run: string;
  decision?: { by: readonly string[]; permission?: string | undefined } | undefined;
  undone?: { by: string } | undefined;
  error?: { message: string } | undefined;
  started_at: string;
}

export interface JournalPage {
  stops: readonly ShownStop[];
  writes: readonly ShownWrite[];
  more: Html | undefined;
  /** Whether the operator can stop and resume. */
  canStop: boolean;
}

export function journalPage(frame: Frame, { stops, writes, more, canStop }: JournalPage): Response {
  const rows = writes.map(({ entity, action, status, external_user_id, run, ...one }) => [
    time(one.started_at),
    html`${entity}.${action}`,
    html`${status}${one.error ? `: ${one.error.message}` : ""}${one.undone ? `, undone by ${one.undone.by}` : ""}`,
    long(external_user_id),
    html`${one.decision?.by.join(", ") ?? ""}${one.decision?.permission === undefined ? "" : " (permission)"}`,
    long(run),
  ]);
  return operatorPage(frame, {
    title: "Journal",
    body: html`<h2>Stops</h2>
      ${
        stops.length === 0
          ? html`<p>Agents can write.</p>`
          : html`<ul>
              ${stops.map((stop) => stopItem(frame, stop, canStop))}
            </ul>`
      }
      ${canStop ? stopForm(frame) : undefined}
      <h2>Writes</h2>
      ${tableOr("Nothing was written.", "Writes", ["When", "What", "Outcome", "User", "Agreed", "Run"], rows)}
      ${more}`,
  });
}

const whatOf = ({
  external_user_id,
  connector_id,
  connector,
}: Pick<ShownStop, "external_user_id" | "connector_id" | "connector">) =>
  connector_id !== undefined
    ? `the connector ${connector ?? connector_id}`
    : external_user_id !== undefined
      ? `the user ${external_user_id}`
      : "all users";

/** Says who has stopped which writes, and why. */
export const whoStopped = (stop: ShownStop, what = whatOf(stop)): Html =>
  html`${stop.by} has stopped the writes of ${what},
  ${time(stop.at)}${stop.reason === undefined ? "" : `: ${stop.reason}`}`;

const stopItem = (frame: Frame, stop: ShownStop, canStop: boolean): Html =>
  html`<li>
    ${whoStopped(stop)}
    ${
      canStop
        ? postForm(
            frame,
            `${path}/resume`,
            html`${hidden("external_user_id", stop.external_user_id)}
              ${hidden("connector_id", stop.connector_id)}
              <button class="plain" name="of" value="writes">Let ${whatOf(stop)} write again</button>`,
          )
        : undefined
    }
  </li>`;

/** Returns the form that stops the writes of a connector or, without one, of a user or of all users. */
export const stopForm = (frame: Frame, { connector_id }: { connector_id?: string } = {}): Html =>
  postForm(
    frame,
    `${path}/stop`,
    html`<p>
        A stop refuses all writes at once, also the writes that wait for an approval. Agents can still read.
      </p>
      ${
        connector_id === undefined
          ? field({ name: "external_user_id", label: "User (empty: all users)" })
          : hidden("connector_id", connector_id)
      }
      ${field({ name: "reason", label: "Reason, which agents read", max: 500 })}
      <button class="bad" name="of" value="writes">
        ${connector_id === undefined ? "Stop all writes" : "Stop the writes of this connector"}
      </button>`,
  );

interface ShownUnderWay {
  entity: string;
  action: string;
  external_user_id: string;
  status: string;
}

/** Shows the writes for which a stop came too late. */
export const stoppedPage = (frame: Frame, underWay: readonly ShownUnderWay[]): Response =>
  operatorPage(frame, {
    title: "Writes are stopped",
    body: html`${
        underWay.length === 0
          ? html`<p>No write was under way.</p>`
          : html`<p>These writes were under way. No other write can reach a platform.</p>
              <ul>
                ${underWay.map(
                  ({ entity, action, external_user_id, status }) =>
                    html`<li>${entity}.${action} of ${external_user_id}: ${status}</li>`,
                )}
              </ul>`
      }
      <p><a href="${path}">Journal</a></p>`,
  });
