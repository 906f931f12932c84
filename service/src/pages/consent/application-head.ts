import { html } from "hono/html";
import type { Html } from "../page.ts";

/** An application as people see it. */
export interface ApplicationFace {
  name: string;
  /** The path of the logo. Undefined if there is none. */
  logo?: string | undefined;
}

/** Shows the logo and the name. The logo has no text, because the name stands beside it. */
export function applicationHead({ name, logo }: ApplicationFace): Html {
  const image = logo === undefined ? undefined : html`<img src="${logo}" alt="" width="48" height="48" />`;
  return html`<p class="face">${image} <b>${name}</b></p>`;
}
