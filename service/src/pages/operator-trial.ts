import { html } from "hono/html";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import { area, choice, facts, field, type Option } from "./parts.ts";

/** A call that an operator tries without sending anything. */
export interface TriedCall {
  connector_id: string;
  entity: string;
  action: string;
  /** The params as JSON. */
  params?: string | undefined;
}

/** The outcome of a trial. `text`: why. */
export interface TrialOutcome {
  /** `depends`: the policies allow the call, as far as they can be judged without a request to the platform. */
  verdict: "allowed" | "asked" | "depends" | "refused";
  text: readonly string[];
}

/** `connectors`: the choice, if the page is not that of one connector. */
export const trialForm = (
  frame: Frame,
  {
    connector,
    connectors,
    tried,
  }: {
    connector?: string;
    connectors?: readonly Option[];
    tried?: TriedCall | undefined;
  },
): Html =>
  postForm(
    frame,
    "/operate/policies/trial",
    html`<p>Says whether the call is allowed, and why. Nothing is sent to the platform.</p>
      <div class="fields">
        ${
          connectors
            ? choice("connector_id", "Connector", connectors, tried?.connector_id)
            : html`<input type="hidden" name="connector_id" value="${connector}" />`
        }
        ${field({ name: "entity", label: "Entity", value: tried?.entity, required: true, max: 200 })}
        ${field({ name: "action", label: "Action", value: tried?.action, required: true, max: 200 })}
      </div>
      ${area({ name: "params", label: "Params, as JSON (optional)", value: tried?.params, rows: 4 })}
      <button>Try</button>`,
  );

const verdicts: Readonly<Record<TrialOutcome["verdict"], string>> = {
  allowed: "Allowed",
  asked: "Allowed after a person has agreed",
  depends: "Allowed, as far as it can be said without asking the platform",
  refused: "Refused",
};

export const trialPage = (
  frame: Frame,
  {
    connector,
    tried,
    outcome,
  }: { connector: { id: string; name: string; user: string }; tried: TriedCall; outcome: TrialOutcome },
): Response =>
  operatorPage(frame, {
    title: "Trial of a call",
    body: html`<div class="box" role="status">
        <p><b>${verdicts[outcome.verdict]}</b></p>
        ${outcome.text.map((text) => html`<p>${text}</p>`)}
      </div>
      ${facts([
        ["Call", `${tried.entity}.${tried.action}`],
        ["Params", html`<code>${tried.params ?? "{}"}</code>`],
        [
          "Connector",
          html`<a href="/operate/connectors/${connector.id}">${connector.name}</a> of ${connector.user}`,
        ],
      ])}
      <p class="note">Nothing was sent.</p>
      <section>
        <h2>Try another call</h2>
        ${trialForm(frame, { connector: connector.id, tried })}
      </section>
      <p><a href="/operate/policies">All policies</a></p>`,
  });
