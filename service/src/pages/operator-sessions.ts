import { html } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { long, table, time } from "./parts.ts";

const path = "/operate/sessions";

export interface ShownSession {
  id: string;
  name: string;
  roles: string;
  /** `current`: the session of the person who sees the page. `link`: a sign-in link that was not used yet. */
  status: "current" | "signed_in" | "link";
  created_at: string;
  used_at: string;
  expires_at: string;
}

const statusWords = { current: "this session", signed_in: "signed in", link: "link not used" };

/** Returns the page of sessions. `all`: whether the page shows the sessions of all operators. */
export function sessionsPage(frame: Frame, sessions: readonly ShownSession[], all: boolean): Response {
  const rows = sessions.map((one) => [
    long(one.name),
    long(one.roles),
    html`${statusWords[one.status]}`,
    time(one.created_at),
    one.status === "link" ? html`never` : time(one.used_at),
    time(one.expires_at),
    endButton(frame, one),
  ]);
  return operatorPage(frame, {
    title: "Sessions",
    body: html`<p>
        ${all ? "These are the sessions and unused sign-in links of all operators." : `These are the sessions and unused sign-in links with the name ${frame.operator}.`}
        To end your own session, choose Sign out.
      </p>
      ${table("Sessions", ["Operator", "Roles", "Status", "Since", "Last request", "Ends", "Action"], rows)}`,
  });
}

const endButton = (frame: Frame, { id, name, status }: ShownSession): Html =>
  status === "current"
    ? html``
    : postForm(
        frame,
        `${path}/${id}/end`,
        html`<button class="plain" aria-label="End the session of ${name}">End</button>`,
      );
