import { ConnectorError, type Clock } from "agent-connectors";
import { cookieHeader, cookieOf } from "../connect/cookie.ts";
import { hashOf } from "../credentials/secret-text.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { IdentityClaims } from "../operators/role-rules.ts";
import type { PendingSignIn } from "../operators/identity-provider.ts";
import { otherBrowser, startAgain } from "./other-browser.ts";
import type { SignIn } from "./people.ts";
import { serverPath } from "./provider.ts";

// A person signs in at the OpenID provider of the application, or at its own page. Until the person has agreed or refused, the
// browser keeps an encrypted cookie that names the person.

/** Milliseconds for each of the two steps. */
export const stepMs = 600_000;

const pendingName = "mcp-openid";
const personName = "mcp-person";

export interface SignInParts {
  publicUrl: string;
  sealer: Sealer;
  clock: Clock;
}

/** What belongs to one request of a client that waits in one browser. */
interface OfRequest {
  /** The client id of the application. */
  application: string;
  /** The id of the client's request that waits. */
  uid: string;
  until: number;
}

interface Pending extends PendingSignIn, OfRequest {}

export interface Person extends OfRequest {
  /** The `external_user_id`. */
  user: string;
}

/** A person whom the application has signed in at its own page, for one request of a client. */
type SignInLink = Person;

const callbackUrl = (publicUrl: string, application: string): string =>
  `${publicUrl}${serverPath(application)}/signed-in`;

/** Returns the address at which the person signs in, and the cookie with the secrets of a sign-in at an OpenID provider. */
export async function startSignIn(
  { publicUrl, sealer, clock }: SignInParts,
  { application: { id: application }, provider, way }: SignIn,
  uid: string,
): Promise<{ location: string; cookies: string[] }> {
  const request: OfRequest = { application, uid, until: clock.now() + stepMs };
  if (!provider) {
    const page = new URL("sign_in_url" in way ? way.sign_in_url : "");
    page.searchParams.set("sign_in", seal(sealer, "request", request));
    return { location: page.href, cookies: [] };
  }
  const { url, pending } = await provider.start(callbackUrl(publicUrl, application));
  const sealed = seal(sealer, pendingName, { ...pending, ...request } satisfies Pending);
  return { location: url.href, cookies: [cookieHeader(publicUrl, pendingName, sealed, stepMs / 1000)] };
}

/**
 * Returns the request that waits for the person who comes back from the provider, and the cookies that name the person.
 * @throws ConnectorError `connect_invalid`, `connect_denied`, `upstream_unreachable`
 */
export async function finishSignIn(
  parts: SignInParts,
  { application: { id: application }, provider, way }: SignIn,
  request: Request,
): Promise<{ uid: string; cookies: string[] }> {
  const { publicUrl } = parts;
  const pending = openedCookie<Pending>(parts, pendingName, request);
  if (pending?.application !== application || !provider) throw otherBrowser();
  const callback = new URL(callbackUrl(publicUrl, application) + new URL(request.url).search);
  const claims = await provider.finish(callback, pending);
  const user = userOf(claims, "claim" in way ? way.claim : "sub");
  return {
    uid: pending.uid,
    cookies: [
      personCookie(parts, { application, uid: pending.uid, user }),
      cookieHeader(publicUrl, pendingName, "", 0),
    ],
  };
}

/** @throws ConnectorError `connect_denied` */
function userOf(claims: IdentityClaims, claim: string): string {
  const user = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof user === "string" && user !== "" && (claim !== "email" || claims["email_verified"] === true))
    return user;
  throw new ConnectorError("connect_denied", `Your account has no ${claim} that names a user.`, {
    hint: "Ask the person who runs the service.",
  });
}

/**
 * Returns the address to which the application sends the browser of a user whom it has signed in. `request`: the param `sign_in` that
 * the page of the application got.
 * @throws ConnectorError `connect_invalid`
 */
export function linkOf(
  { publicUrl, sealer, clock }: SignInParts,
  application: string,
  { request, user }: { request: string; user: string },
): { url: string; until: number } {
  const asked = opened<OfRequest>({ sealer, clock }, "request", request);
  if (asked?.application !== application)
    throw new ConnectorError("connect_invalid", "This sign-in is unknown or has expired.", {
      path: "sign_in",
      hint: "Send the param sign_in of the address at which the person has come, within ten minutes.",
    });
  const { uid, until } = asked;
  const link = seal(sealer, "link", { application, uid, user, until } satisfies SignInLink);
  return { url: `${publicUrl}${serverPath(application)}/agree/${uid}/${link}`, until };
}

/**
 * Uses up a link of the application, and returns the cookie that names the person. The link works once, and only in the browser in which
 * the client's request waits: whoever gets somebody to open a link can neither sign in as this person nor sign the person in as somebody
 * else.
 * @throws ConnectorError `connect_invalid`
 */
export async function useLink(
  parts: SignInParts,
  { application: { id: application }, server, way }: SignIn,
  { waiting, link }: { waiting: { uid: string }; link: string },
): Promise<string> {
  const found = opened<SignInLink>(parts, "link", link);
  if (!("sign_in_url" in way) || found?.application !== application || found.uid !== waiting.uid)
    throw otherBrowser();
  if (!(await server.records.useOnce(link)))
    throw new ConnectorError("connect_invalid", "This link was already used.", {
      hint: startAgain,
    });
  return personCookie(parts, { application, uid: found.uid, user: found.user });
}

/** Returns the person who has signed in for this request, and the text that the form of the page must have. */
export function signedIn(
  parts: SignInParts,
  { application }: Pick<SignIn, "application">,
  request: Request,
  uid: string,
): (Person & { csrf: string }) | undefined {
  const person = openedCookie<Person>(parts, personName, request);
  if (person?.uid !== uid || person.application !== application.id) return undefined;
  return { ...person, csrf: hashOf(`csrf ${cookieOf(request, parts.publicUrl, personName)}`) };
}

const personCookie = ({ publicUrl, sealer, clock }: SignInParts, person: Omit<Person, "until">): string => {
  const sealed = seal(sealer, personName, { ...person, until: clock.now() + stepMs } satisfies Person);
  return cookieHeader(publicUrl, personName, sealed, stepMs / 1000);
};

export const endOfSignIn = ({ publicUrl }: Pick<SignInParts, "publicUrl">): string =>
  cookieHeader(publicUrl, personName, "", 0);

const seal = (sealer: Sealer, purpose: string, content: object): string =>
  sealer.seal(JSON.stringify(content), [`mcp-sign-in ${purpose}`]);

/** Opens a text that this service has encrypted for this purpose, and that has not expired. */
function opened<T extends { until: number }>(
  { sealer, clock }: Pick<SignInParts, "sealer" | "clock">,
  purpose: string,
  text: string,
): T | undefined {
  try {
    const content = JSON.parse(sealer.open(text, [`mcp-sign-in ${purpose}`])) as T;
    return content.until > clock.now() ? content : undefined;
  } catch {
    // This service did not encrypt the text.
    return undefined;
  }
}

function openedCookie<T extends { until: number }>(
  parts: SignInParts,
  name: string,
  request: Request,
): T | undefined {
  const cookie = cookieOf(request, parts.publicUrl, name);
  return cookie ? opened<T>(parts, name, cookie) : undefined;
}
