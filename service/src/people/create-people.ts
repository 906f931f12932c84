import { ConnectorError, type Clock } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { createIdentityProvider } from "../operators/identity-provider.ts";
import { errorPage } from "../pages/page.ts";
import { publicFetch } from "../platforms/public-fetch.ts";
import type { Store } from "../store/store.ts";
import { createAuthorizationServer } from "./authorization-server.ts";
import type { PeopleSettings } from "./people-settings.ts";
import type { People } from "./people.ts";

interface Parts {
  publicUrl: string | undefined;
  store: Store;
  sealer: Sealer;
  clock: Clock;
  rateLimits: RateLimits;
}

/** @throws ConnectorError `config_error` if the service has no public address */
export function createPeople(
  { provider, claim, application, fetch = publicFetch(() => false) }: PeopleSettings,
  { publicUrl, store, sealer, clock, rateLimits }: Parts,
  keys: KeyRing,
  onFault: (error: unknown) => void,
): People {
  if (publicUrl === undefined)
    throw new ConnectorError("config_error", "People can sign in only at a service with a public address.", {
      hint: "Start the service with --public-url https://...",
    });
  const renderError = (message: string) => errorPage({ status: 400, message });
  const server = createAuthorizationServer({
    publicUrl,
    application,
    store,
    sealer,
    keys,
    clock,
    fetch,
    countFetch: (address) => rateLimits.count("openid", address),
    renderError,
    onFault,
  });
  const issuerName = "AGENT_CONNECTORS_MCP_OIDC_ISSUER";
  const identity = createIdentityProvider(provider, clock, issuerName);
  return { server, signIn: { publicUrl, sealer, clock, provider: identity, claim } };
}
