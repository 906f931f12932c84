import { html } from "hono/html";
import { operatorPage, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";

/** A number of the start page, with the list behind it. */
export interface ShownNumber {
  value: string;
  text: string;
  href: string;
  /** Whether somebody should do something about it. */
  urgent?: boolean;
}

export interface HomePage {
  application: string;
  /** The numbers in groups, such as `Connectors`. */
  groups: readonly { title: string; numbers: readonly ShownNumber[] }[];
  pages: readonly { href: string; text: string; words: string }[];
}

/** Returns the start page. `pages`: the pages that the operator can use. */
export const homePage = (frame: Frame, { application, groups, pages }: HomePage): Response =>
  operatorPage(frame, {
    title: "Start",
    body: html`<p>You operate the application <b>${application}</b>.</p>
      ${groups.map(
        ({ title, numbers }) =>
          html`<section>
            <h2>${title}</h2>
            <ul class="numbers">
              ${numbers.map(numberItem)}
            </ul>
          </section>`,
      )}
      <section>
        <h2>Pages</h2>
        <dl>
          ${pages.map(
            ({ href, text, words }) =>
              html`<dt><a href="${href}">${text}</a></dt>
                <dd>${words}</dd>`,
          )}
        </dl>
      </section>`,
  });

const numberItem = ({ value, text, href, urgent = false }: ShownNumber): Html =>
  urgent
    ? html`<li class="urgent">
        <a href="${href}"><b>${value}</b> ${text}</a>
      </li>`
    : html`<li>
        <a href="${href}"><b>${value}</b> ${text}</a>
      </li>`;
