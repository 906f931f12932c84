import { html } from "hono/html";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { trialForm } from "./operator-trial.ts";
import type { Html } from "./page.ts";
import {
  area,
  choice,
  field,
  filterForm,
  hidden,
  listAddress,
  long,
  nextLink,
  tableOr,
  time,
  type Option,
} from "./parts.ts";

const path = "/operate/policies";

/** The organization, user or connector that a policy applies to. */
export interface ShownTarget {
  connector_type: string;
  /** The name of the connector type, such as `Amazon Ads`. */
  title: string;
  external_user_id: string | null;
  connector_id: string | null;
  /** The name of the connector. */
  connector: string | null;
}

export interface ListedPolicy {
  target: ShownTarget;
  /** Whether the policy waits until its account has a connector again. */
  waits: boolean;
  updated_at: string;
  /** What the policy allows. */
  sentences: readonly string[];
}

export interface PoliciesPage {
  policies: readonly ListedPolicy[];
  next: string | null;
  types: readonly Option[];
  connectors: readonly Option[];
  /** What calls have raised today, with the cap of the organization. */
  spending: readonly { title: string; account: string; day: string; cap: string; raised: string; limit: string | undefined }[]; // prettier-ignore
  canChange: boolean;
}

const nameOf = ({ external_user_id: user, connector_id, connector }: ShownTarget): string =>
  connector_id !== null
    ? `the connector ${connector ?? connector_id} of ${user}`
    : user === null
      ? "all users"
      : `the user ${user}`;

const addressOf = ({ connector_type, external_user_id, connector_id }: ShownTarget): string =>
  listAddress(`${path}/one`, {
    connector_type,
    ...(connector_id === null ? { external_user_id: external_user_id ?? undefined } : { connector_id }),
  });

export function policiesPage(frame: Frame, page: PoliciesPage): Response {
  const { policies, next, types, connectors, spending, canChange } = page;
  const rows = policies.map((one) => [
    long(
      one.waits
        ? html`an account of ${one.target.external_user_id} without a connector`
        : html`<a href="${addressOf(one.target)}">${nameOf(one.target)}</a>`,
    ),
    html`${one.target.title}`,
    html`<details>
      <summary>${one.sentences.length === 1 ? "1 sentence" : `${one.sentences.length} sentences`}</summary>
      ${list(one.sentences)}
    </details>`,
    time(one.updated_at),
  ]);
  const raised = spending.map(({ title, account, day, cap, raised: amount, limit }) =>
    [title, account, day, cap, amount, limit ?? "none"].map((text) => html`${text}`),
  );
  return operatorPage(frame, {
    title: "Policies",
    body: html`<p>
        A call must be allowed by the policy of all users, by that of its user and by that of its connector.
        If there is no policy, the rules of the connector type apply.
      </p>
      ${tableOr("There are no policies.", "Policies", ["Applies to", "Type", "What agents may do", "Changed"], rows)}
      ${nextLink(path, {}, next, "Next page")}
      <section>
        <h2>${canChange ? "Show or set a policy" : "Show a policy"}</h2>
        ${filterForm(`${path}/one`, [
          choice("connector_type", "Type", types),
          field({ name: "external_user_id", label: "User (empty: all users)" }),
        ])}
        <p class="note">The policy of a connector is set from the page of the connector.</p>
      </section>
      <section>
        <h2>Try a call</h2>
        ${connectors.length === 0 ? html`<p>There are no connectors.</p>` : trialForm(frame, { connectors })}
      </section>
      <section id="spending">
        <h2>Spending that calls have raised today</h2>
        ${tableOr("No call has raised spending.", "Spending", ["Type", "Account", "Day", "Cap", "Raised", "Limit"], raised)}
      </section>`,
  });
}

const list = (sentences: readonly string[]): Html =>
  html`<ul>
    ${sentences.map((one) => html`<li>${one}</li>`)}
  </ul>`;

export interface PolicyPage {
  target: ShownTarget;
  /** The policy as JSON. Undefined if there is none. */
  text: string | undefined;
  sentences: readonly string[];
  canChange: boolean;
}

const targetFields = ({ connector_type, external_user_id, connector_id }: ShownTarget): Html =>
  html`${hidden("connector_type", connector_type)}
  ${connector_id === null ? hidden("external_user_id", external_user_id ?? undefined) : hidden("connector_id", connector_id)}`;

export const policyPage = (frame: Frame, { target, text, sentences, canChange }: PolicyPage): Response =>
  operatorPage(frame, {
    title: `Policy of ${nameOf(target)}`,
    body: html`<p>
        For
        ${target.title}.${text === undefined ? " There is no policy, so this is what the connector type allows." : ""}
      </p>
      ${list(sentences)}
      ${
        canChange
          ? html`<section>
              <h2>Change</h2>
              <p>The next page says what the change means. Until then, nothing is stored.</p>
              ${postForm(
                frame,
                `${path}/check`,
                html`${targetFields(target)}
                  ${area({ name: "policy", label: "Policy, as JSON", value: text ?? example, rows: 12 })}
                  <button name="change" value="set">Show what changes</button>
                  ${text === undefined ? undefined : html`<button class="plain" name="change" value="delete">Delete the policy …</button>`}`,
              )}
            </section>`
          : text === undefined
            ? undefined
            : html`<details>
                <summary>As JSON</summary>
                <pre><code>${text}</code></pre>
              </details>`
      }
      <p><a href="${path}">All policies</a></p>`,
  });

const example = `{
  "effects": ["read", "write"],
  "approval": [{ "effects": ["write"] }]
}`;

export interface PolicyChange {
  target: ShownTarget;
  /** The new policy as JSON. Undefined if the policy is deleted. */
  text: string | undefined;
  /** The hash of the policy that the change replaces. */
  replaces: string;
  /** The sentences that are true only before, and only after the change. */
  ends: readonly string[];
  begins: readonly string[];
}

/** Returns the page that says what a change means, before it is stored. */
export const policyChangePage = (
  frame: Frame,
  { target, text, replaces, ends, begins }: PolicyChange,
): Response =>
  operatorPage(frame, {
    title: text === undefined ? "Delete this policy?" : "Store this policy?",
    body: html`<p>The policy of <b>${nameOf(target)}</b> for ${target.title}.</p>
      ${
        ends.length + begins.length === 0
          ? html`<p class="box" role="note">What agents may do stays the same.</p>`
          : html`<h2>No longer true</h2>
              ${ends.length > 0 ? list(ends) : html`<p>Nothing ends.</p>`}
              <h2>True after the change</h2>
              ${begins.length > 0 ? list(begins) : html`<p>Nothing is added.</p>`}`
      }
      ${
        text === undefined
          ? undefined
          : html`<details>
              <summary>The policy as JSON</summary>
              <pre><code>${text}</code></pre>
            </details>`
      }
      ${postForm(
        frame,
        `${path}/store`,
        html`${targetFields(target)} ${hidden("policy", text)} ${hidden("replaces", replaces)}
          <button class="${text === undefined ? "bad" : "good"}">
            ${text === undefined ? "Delete" : "Store"}
          </button>`,
      )}
      <p><a href="${addressOf(target)}">Back, without a change</a></p>`,
  });
