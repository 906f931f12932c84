import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../connect/connect-services.ts";
import { cookieHeader, cookieOf } from "../connect/cookie.ts";
import type { Sealer } from "../credentials/sealing.ts";
import { findApplication, firstApplication } from "../store/queries/applications.ts";
import type { IdentityProvider, PendingSignIn } from "./identity-provider.ts";
import { operatorName } from "./names.ts";
import type { OperatorServices } from "./operator-services.ts";
import { rolesOf, verifiedEmailOf, type IdentityClaims } from "./role-rules.ts";
import type { NewOperator } from "./session-row.ts";
import { signIn } from "./sign-in.ts";

/** Milliseconds in which a person must come back from the OpenID provider. */
const pendingMs = 600_000;

const cookieName = "operator-openid";
const associatedData = ["operator-openid"];

const callbackUrl = (publicUrl: string): string => `${publicUrl}/operate/openid/callback`;

/** @throws ConnectorError `not_found` if the settings name no OpenID provider */
function providerOf({ identityProvider }: OperatorServices): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new ConnectorError("not_found", "This service has no OpenID provider.", {
    hint: "The operator of the service can set AGENT_CONNECTORS_OIDC_ISSUER.",
  });
}

/** Returns the address of the provider's sign-in page, and the header that sets a cookie with the encrypted secrets. */
export async function startOpenidSignIn(
  services: OperatorServices,
): Promise<{ location: string; cookie: string }> {
  const publicUrl = publicUrlOf(services);
  const { url, pending } = await providerOf(services).start(callbackUrl(publicUrl));
  const content = JSON.stringify({ ...pending, expires_at: services.clock.now() + pendingMs });
  const sealed = services.sealer.seal(content, associatedData);
  return {
    location: url.href,
    cookie: cookieHeader(publicUrl, cookieName, sealed, pendingMs / 1000),
  };
}

/**
 * Signs in a person who comes back from the OpenID provider. Returns the headers that set and delete cookies.
 * @throws ConnectorError `connect_invalid`, `connect_denied`, `upstream_unreachable`, `config_error`
 * @throws ConnectorError `insufficient_scope` if no rule gives the person a role
 */
export async function finishOpenidSignIn(
  services: OperatorServices,
  request: Request,
  requestId: string,
): Promise<string[]> {
  const publicUrl = publicUrlOf(services);
  const provider = providerOf(services);
  let person: IdentityClaims = {};
  try {
    const claims = await claimsAtProvider(services, provider, request);
    person = claims;
    const operator = await operatorOf(services, provider, claims);
    const cookie = await signIn(services, request, operator, requestId);
    return [cookie, cookieHeader(publicUrl, cookieName, "", 0)];
  } catch (error) {
    if (ConnectorError.is(error)) await auditRefusal(services, provider, { person, error, requestId });
    throw error;
  }
}

/** Returns the claims of the person who comes back from the OpenID provider. */
async function claimsAtProvider(
  services: OperatorServices,
  provider: IdentityProvider,
  request: Request,
): Promise<IdentityClaims> {
  const publicUrl = publicUrlOf(services);
  const pending = openPending(services.sealer, cookieOf(request, publicUrl, cookieName));
  if (!pending || pending.expires_at <= services.clock.now())
    throw new ConnectorError("connect_invalid", "This sign-in has expired or began in another browser.", {
      hint: "Start the sign-in again.",
    });
  const callback = `${callbackUrl(publicUrl)}${new URL(request.url).search}`;
  return provider.finish(new URL(callback), pending);
}

/** Adds the refusal to the audit of the organization that the operators work for. */
async function auditRefusal(
  services: OperatorServices,
  provider: IdentityProvider,
  { person, error, requestId }: { person: IdentityClaims; error: ConnectorError; requestId: string },
): Promise<void> {
  const application = await applicationOf(services, provider);
  if (!application) return;
  const actor = {
    organization: application.organization_id,
    application: application.id,
    request: requestId,
  };
  const operator = person["sub"] === undefined ? {} : { operator: nameOf(person) };
  services.audit.refused("operator.refused", { ...actor, ...operator }, { reason: error.code });
}

const applicationOf = ({ store }: OperatorServices, { settings }: IdentityProvider) =>
  settings.application === undefined
    ? firstApplication(store.db)
    : findApplication(store.db, settings.application);

function nameOf(claims: IdentityClaims): string {
  const name = operatorName.safeParse(verifiedEmailOf(claims) ?? claims["sub"]);
  return name.success ? name.data : "unknown";
}

function openPending(
  sealer: Sealer,
  cookie: string | undefined,
): (PendingSignIn & { expires_at: number }) | undefined {
  if (cookie === undefined) return undefined;
  try {
    return JSON.parse(sealer.open(cookie, associatedData)) as PendingSignIn & { expires_at: number };
  } catch {
    // The browser has sent a cookie that this service did not encrypt.
    return undefined;
  }
}

async function operatorOf(
  services: OperatorServices,
  provider: IdentityProvider,
  claims: IdentityClaims,
): Promise<NewOperator> {
  const roles = rolesOf(provider.settings.rules, claims);
  if (roles.length === 0)
    throw new ConnectorError("insufficient_scope", "Your account has no role in this service.", {
      hint: "Ask the person who runs the service to add a rule for you to AGENT_CONNECTORS_OIDC_ROLES.",
    });
  const application = await applicationOf(services, provider);
  if (!application || application.disabled_at !== null)
    throw new ConnectorError("config_error", "The application for operators does not exist or is disabled.", {
      hint: "Set AGENT_CONNECTORS_OIDC_APPLICATION to the client id of an active application.",
    });
  return {
    organization_id: application.organization_id,
    application_id: application.id,
    name: nameOf(claims),
    roles,
  };
}
