import { html } from "hono/html";
import { actedBy, type ShownAuditRow } from "./operator-audit.ts";
import { consentEnd, statusOf, type ShownConnector } from "./operator-connectors.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { stopForm, whoStopped, type ShownStop } from "./operator-journal.ts";
import { trialForm } from "./operator-trial.ts";
import type { Html } from "./page.ts";
import { facts, hidden, listAddress, long, tableOr, time } from "./parts.ts";

const path = "/operate/connectors";

/** The answer of the platform to a check of the credentials. */
export interface ShownCheck {
  status: string;
  identity?: object | undefined;
  warnings?: readonly string[] | undefined;
  error?: { message: string; hint?: string | undefined } | undefined;
}

export interface ConnectorPage {
  connector: ShownConnector;
  /** What the policies allow, as sentences. A text says why nothing is known. */
  explained: { sentences: readonly string[]; refused: readonly { call: string; reason: string }[] } | string;
  /** The last calls. Undefined if the operator cannot read the audit. */
  calls: readonly ShownAuditRow[] | undefined;
  /** The stops that concern this connector. */
  stops: readonly ShownStop[];
  check?: ShownCheck | undefined;
  can: { connect: boolean; delete: boolean; stop: boolean; try: boolean };
}

export const connectorPage = (frame: Frame, page: ConnectorPage): Response => {
  const { connector: one, explained, calls, stops, check, can } = page;
  return operatorPage(frame, {
    title: one.name,
    body: html`${check && checked(check)}
      ${facts([
        ["Type", one.source_template.name],
        [
          "User",
          html`<a href="${listAddress(path, { external_user_id: one.external_user_id })}"
            >${one.external_user_id}</a
          >`,
        ],
        ["Status", html`${statusOf(one)} ${consentEnd(one)}`],
        ["Credentials", one.credentials.auth_method],
        ["Created", time(one.created_at)],
        ["Last used", time(one.last_used_at)],
        ["Id", html`<code>${one.id}</code>`],
      ])}
      ${postForm(frame, `${path}/${one.id}/check`, html`<button>Check the credentials</button>`)}
      <section>
        <h2>What agents may do</h2>
        ${typeof explained === "string" ? html`<p>${explained}</p>` : sentences(explained)}
        ${
          can.try
            ? html`<p>
                  <a href="${listAddress("/operate/policies/one", { connector_id: one.id })}"
                    >Policy of this connector</a
                  >
                </p>
                <h3>Try a call</h3>
                ${trialForm(frame, { connector: one.id })}`
            : undefined
        }
      </section>
      ${calls && callsSection(one, calls)} ${stopSection(frame, one, stops, can.stop)}
      ${can.connect ? connectAgain(frame, one) : undefined} ${can.delete ? deletion(frame, one) : undefined}
      <p><a href="${path}">All connectors</a></p>`,
  });
};

function checked({ status, identity = {}, warnings = [], error }: ShownCheck): Html {
  const said = { healthy: "The platform accepts the credentials.", unhealthy: "The platform does not accept the credentials." }[status]; // prettier-ignore
  const known = Object.entries(identity).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name.replaceAll("_", " "), value] as const] : [],
  );
  return html`<div class="box" role="status">
    <p><b>${said ?? "The platform was not asked."}</b></p>
    ${error && html`<p>${error.message} ${error.hint}</p>`}
    ${warnings.map((warning) => html`<p>${warning}</p>`)} ${known.length > 0 ? facts(known) : undefined}
  </div>`;
}

const sentences = ({ sentences, refused }: Exclude<ConnectorPage["explained"], string>): Html =>
  html`<ul>
      ${sentences.map((one) => html`<li>${one}</li>`)}
    </ul>
    ${
      refused.length === 0
        ? undefined
        : html`<details>
            <summary>Examples of calls that are refused</summary>
            ${facts(refused.map(({ call, reason }) => [call, reason]))}
          </details>`
    }`;

const callsSection = ({ id }: ShownConnector, calls: readonly ShownAuditRow[]): Html =>
  html`<section>
    <h2>Last calls</h2>
    ${tableOr("There are no calls yet.", "Last calls", ["Time", "Call", "Outcome", "By"], calls.map(callCells))}
    <p>
      <a href="${listAddress("/operate/audit", { connector_id: id })}">All audit rows of this connector</a>
    </p>
  </section>`;

function callCells(row: ShownAuditRow): Html[] {
  const { entity, action, outcome } = JSON.parse(row.detail) as Record<string, string>;
  const name = entity === undefined ? "unknown" : `${entity}.${action}`;
  return [
    time(new Date(row.at).toISOString()),
    html`${name}`,
    html`${outcome ?? "not started"}`,
    long(actedBy(row)),
  ];
}

function stopSection(frame: Frame, { id }: ShownConnector, stops: readonly ShownStop[], can: boolean): Html {
  const own = stops.some(({ connector_id }) => connector_id === id);
  return html`<section>
    <h2>Writes</h2>
    ${
      stops.length === 0
        ? html`<p>Agents can write, as far as the policies allow it.</p>`
        : html`<ul>
            ${stops.map((stop) => html`<li>${whoStopped(stop, stop.connector_id === id ? "this connector" : undefined)}</li>`)}
          </ul>`
    }
    ${
      !can
        ? undefined
        : own
          ? postForm(
              frame,
              "/operate/journal/resume",
              html`${hidden("connector_id", id)}<button class="plain" name="of" value="writes">
                  Let agents write again with this connector
                </button>`,
            )
          : stopForm(frame, { connector_id: id })
    }
  </section>`;
}

const connectAgain = (frame: Frame, one: ShownConnector): Html =>
  html`<section>
    <h2>Connect again</h2>
    <p>
      This creates a link for the user <b>${one.external_user_id}</b>. Until the user has connected the
      account again, the stored credentials stay.
    </p>
    ${postForm(
      frame,
      "/operate/connect",
      html`${hidden("external_user_id", one.external_user_id)} ${hidden("connector_id", one.id)}<button>
          Create link
        </button>`,
    )}
  </section>`;

const deletion = (frame: Frame, one: ShownConnector): Html =>
  html`<section>
    <details>
      <summary>Delete this connector</summary>
      <p>Its credentials are deleted at once. Nobody can bring them back.</p>
      ${postForm(frame, `${path}/${one.id}/delete`, html`<button class="bad">Delete ${one.name}</button>`)}
    </details>
  </section>`;
