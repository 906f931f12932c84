import { html } from "hono/html";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { choice, field, long, nextLink, tableOr, time } from "./parts.ts";

const path = "/operate/tokens";

export interface ShownToken {
  id: string;
  name: string;
  external_user_id: string;
  effects: readonly string[];
  /** Null stands for all connectors of the user. */
  connector_ids: readonly string[] | null;
  created_at: string;
  expires_at: string | null;
}

export interface TokenChoices {
  /** The values of the field `effects`. */
  effects: readonly string[];
  /** The values of the field `days`. An empty text means that the token does not expire. */
  days: readonly string[];
}

export function tokensPage(
  frame: Frame,
  {
    tokens,
    cursor,
    choices,
  }: { tokens: readonly ShownToken[]; cursor: string | null; choices: TokenChoices },
): Response {
  const rows = tokens.map((one) => [
    long(one.name),
    long(one.external_user_id),
    html`${one.effects.join(", ")}`,
    long(one.connector_ids?.join(", ") ?? "all"),
    time(one.created_at),
    time(one.expires_at),
    postForm(
      frame,
      `${path}/${one.id}/revoke`,
      html`<button class="plain" aria-label="Revoke the token ${one.name}">Revoke</button>`,
    ),
  ]);
  const columns = ["Name", "User", "Effects", "Connectors", "Created", "Expires", "Action"];
  const effects = choices.effects.map((value) => ({ value, text: value.replaceAll(",", ", ") }));
  const days = choices.days.map((value) => ({ value, text: value === "" ? "never" : `in ${value} days` }));
  return operatorPage(frame, {
    title: "Tokens",
    body: html`<p>
        A program with such a token can use the connectors of one user until you revoke the token.
      </p>
      ${tableOr("There are no tokens.", "Tokens", columns, rows)} ${nextLink(path, {}, cursor, "More tokens")}
      <section>
        <h2>Create a token</h2>
        ${postForm(
          frame,
          path,
          html`<div class="fields">
              ${field({ name: "external_user_id", label: "User", required: true })}
              ${field({ name: "name", label: "What the token is for", required: true, max: 200 })}
              ${choice("effects", "Effects", effects, choices.effects[1])}
              ${choice("days", "Expires", days, choices.days[1])}
            </div>
            <button>Create</button>`,
        )}
      </section>`,
  });
}

/** Returns the page with a new token, which no other page shows. */
export const newTokenPage = (
  frame: Frame,
  { name, external_user_id, token }: { name: string; external_user_id: string; token: string },
): Response =>
  operatorPage(frame, {
    title: "Token created",
    body: html`<p role="status">
        Give this token to the program <b>${name}</b>. With it, the program can use the connectors of
        <b>${external_user_id}</b>.
      </p>
      <p class="copy"><code>${token}</code></p>
      <p class="note">The token is shown only now.</p>
      <p><a href="${path}">All tokens</a></p>`,
  });
