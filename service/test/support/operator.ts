import { newOperatorLink } from "../../src/operators/sign-in.ts";
import type { Role } from "../../src/operators/roles.ts";
import { findApplication } from "../../src/store/queries/applications.ts";
import { addOperatorSession } from "../../src/store/queries/operator-sessions.ts";
import { openBrowser, type Browser } from "./connect.ts";
import type { Answer, TestService } from "./service.ts";

export const origin = "https://service.test";

/** Creates a sign-in link, like the command `operator-link`. */
export async function newLink(
  service: TestService,
  roles: readonly Role[] = ["admin"],
  { now = Date.now(), name = "Ana", application_id = service.clientId } = {},
): Promise<{ id: string; url: string }> {
  const { organization_id } = (await findApplication(service.store.db, application_id))!;
  const { row, link } = newOperatorLink({ organization_id, application_id, name, roles }, now);
  await addOperatorSession(service.store.db, row);
  return { id: row.id, url: `${origin}/operate/sign-in/${link}` };
}

export interface SignedIn {
  id: string;
  browser: Browser;
  /** The text that the forms of the session contain. */
  csrf: string;
  get(path: string): Promise<Answer>;
  submit(path: string, fields?: Record<string, string>): Promise<Answer>;
}

/** Signs an operator in with a new browser. */
export async function signIn(
  service: TestService,
  roles?: readonly Role[],
  more: { now?: number; name?: string; application_id?: string } = {},
): Promise<SignedIn> {
  const browser = openBrowser(service);
  const { id, url } = await newLink(service, roles, more);
  const { status, text } = await browser.submit(url, {});
  if (status !== 303) throw new Error(`${status} ${text}`);
  const csrf = csrfIn(await browser.get(`${origin}/operate`));
  return {
    id,
    browser,
    csrf,
    get: (path) => browser.get(origin + path),
    submit: (path, fields = {}) => browser.submit(origin + path, { csrf, ...fields }),
  };
}

export const csrfIn = ({ text }: Answer): string => /name="csrf" value="([0-9a-f]{64})"/.exec(text)![1]!;

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** Returns the text that a page shows for a piece of its HTML. */
export const unescaped = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);
