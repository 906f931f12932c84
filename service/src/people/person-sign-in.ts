import { ConnectorError, type Clock } from "agent-connectors";
import { cookieHeader, cookieOf } from "../connect/cookie.ts";
import { hashOf } from "../credentials/secret-text.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { IdentityProvider, OpenidSettings, PendingSignIn } from "../operators/identity-provider.ts";

// A person signs in at the OpenID provider of the application. Until the person has agreed or refused, the browser keeps an
// encrypted cookie that names the person.

/** Milliseconds for each of the two steps. */
const stepMs = 600_000;

const [pendingName, personName] = ["mcp-openid", "mcp-person"];

export interface SignInParts {
  publicUrl: string;
  sealer: Sealer;
  clock: Clock;
  provider: IdentityProvider<OpenidSettings>;
  claim: string;
}

interface Pending extends PendingSignIn {
  /** The id of the client's request that waits. */
  uid: string;
  until: number;
}

export interface Person {
  uid: string;
  /** The `external_user_id`. */
  user: string;
  until: number;
}

export const callbackPath = "/oauth/signed-in";

/** Returns the address of the provider's sign-in page, and the cookie with the secrets of this sign-in. */
export async function startSignIn(
  { publicUrl, sealer, clock, provider }: SignInParts,
  uid: string,
): Promise<{ location: string; cookie: string }> {
  const { url, pending } = await provider.start(publicUrl + callbackPath);
  const content: Pending = { ...pending, uid, until: clock.now() + stepMs };
  const sealed = sealer.seal(JSON.stringify(content), [pendingName]);
  return { location: url.href, cookie: cookieHeader(publicUrl, pendingName, sealed, stepMs / 1000) };
}

/**
 * Returns the request that waits for the person who comes back from the provider, and the cookies that name the person.
 * @throws ConnectorError `connect_invalid`, `connect_denied`, `upstream_unreachable`
 */
export async function finishSignIn(
  parts: SignInParts,
  request: Request,
): Promise<{ uid: string; cookies: string[] }> {
  const { publicUrl, sealer, clock, provider, claim } = parts;
  const pending = opened<Pending>(parts, pendingName, request);
  if (!pending)
    throw new ConnectorError("connect_invalid", "This sign-in has expired or began in another browser.", {
      hint: "Start again in the program that wants to use your accounts.",
    });
  const callback = new URL(publicUrl + callbackPath + new URL(request.url).search);
  const claims = await provider.finish(callback, pending);
  const user = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof user !== "string" || user === "" || (claim === "email" && claims["email_verified"] !== true))
    throw new ConnectorError("connect_denied", `Your account has no ${claim} that names a user.`, {
      hint: "Ask the person who runs the service.",
    });
  const person: Person = { uid: pending.uid, user, until: clock.now() + stepMs };
  const sealed = sealer.seal(JSON.stringify(person), [personName]);
  return {
    uid: pending.uid,
    cookies: [
      cookieHeader(publicUrl, personName, sealed, stepMs / 1000),
      cookieHeader(publicUrl, pendingName, "", 0),
    ],
  };
}

/** Returns the person who has signed in for this request, and the text that the form of the page must have. */
export function signedIn(
  parts: Pick<SignInParts, "publicUrl" | "sealer" | "clock">,
  request: Request,
  uid: string,
): (Person & { csrf: string }) | undefined {
  const person = opened<Person>(parts, personName, request);
  if (person?.uid !== uid) return undefined;
  return { ...person, csrf: hashOf(`csrf ${cookieOf(request, parts.publicUrl, personName)}`) };
}

export const endOfSignIn = ({ publicUrl }: Pick<SignInParts, "publicUrl">): string =>
  cookieHeader(publicUrl, personName, "", 0);

/** Opens a cookie that this service has encrypted for this purpose, and that has not expired. */
function opened<T extends { until: number }>(
  { publicUrl, sealer, clock }: Pick<SignInParts, "publicUrl" | "sealer" | "clock">,
  name: string,
  request: Request,
): T | undefined {
  const cookie = cookieOf(request, publicUrl, name);
  if (!cookie) return undefined;
  try {
    const content = JSON.parse(sealer.open(cookie, [name])) as T;
    return content.until > clock.now() ? content : undefined;
  } catch {
    // The browser has sent a cookie that this service did not encrypt.
    return undefined;
  }
}
