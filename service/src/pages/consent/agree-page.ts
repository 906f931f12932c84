import { html } from "hono/html";
import { applicationHead, type ApplicationFace } from "./application-head.ts";
import { pageResponse } from "../page.ts";
import { choice } from "../parts.ts";

const effects = [
  { value: "read", text: "Only read" },
  { value: "read,write", text: "Read, and change what can be changed back" },
];

export interface AgreePage {
  /** The host of the address that is the client's id. */
  clientHost: string;
  /** What the client calls itself. */
  clientName: string;
  redirectUri: string;
  /** The application whose user the person is. */
  application: ApplicationFace;
  user: string;
  /** The accounts that the client will be able to use. */
  accounts: readonly string[];
  csrf: string;
}

/** Returns the page on which a person decides what a client can do. */
export function agreePage({
  clientHost,
  clientName,
  redirectUri,
  application,
  user,
  accounts,
  csrf,
}: AgreePage): Response {
  const target = new URL(redirectUri);
  const isLocal = target.protocol === "http:";
  return pageResponse({
    title: `Let ${clientHost} use your accounts`,
    // A browser also applies `form-action` to redirects, and the last redirect goes to the client.
    formAction: `'self' ${target.origin}`,
    images: application.logo !== undefined,
    body: html` <p>
        A program of <b>${clientHost}</b>${
          clientName === "" ? undefined : html`, which calls itself <q>${clientName}</q>,`
        }
        wants to use the accounts of <b>${user}</b> in <b>${application.name}</b>.
      </p>
      <p>
        Afterwards, your browser goes to
        <b>${isLocal ? "a program on this computer" : target.host}</b
        >${isLocal ? html` (<code>${target.host}</code>)` : undefined}.
      </p>
      <h2>Accounts</h2>
      ${application.logo && applicationHead(application)}
      ${
        accounts.length > 0
          ? html`<ul>
              ${accounts.map((account) => html`<li>${account}</li>`)}
            </ul>`
          : html`<p>None yet. The program can give you a link with which you connect one.</p>`
      }
      <p>Accounts that you connect later are included.</p>
      <p class="box">Continue only if you have just asked this program to connect.</p>
      <form method="post">
        <input type="hidden" name="csrf" value="${csrf}" />
        ${choice("effects", "What the program can do", effects)}
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="refuse" class="plain">Refuse</button>
      </form>`,
  });
}
