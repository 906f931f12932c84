import { ConnectorError, type Clock } from "agent-connectors";
import { invalidToken } from "../access/access-tokens.ts";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { createIdentityProvider } from "../operators/identity-provider.ts";
import { errorPage } from "../pages/page.ts";
import { publicFetch } from "../platforms/public-fetch.ts";
import { findApplication } from "../store/queries/applications.ts";
import type { Store } from "../store/store.ts";
import { createAuthorizationServer } from "./authorization-server.ts";
import { recentlyUsed } from "./recently-used.ts";
import type { PeopleSettings } from "./people-settings.ts";
import { protectedResource, resourcePath, type People, type SignIn } from "./people.ts";
import { cannotSignIn, identityOf, readSignInWay, type OpenidWay } from "./sign-in-way.ts";

interface Parts {
  publicUrl: string;
  store: Store;
  sealer: Sealer;
  clock: Clock;
  rateLimits: RateLimits;
}

export function createPeople(
  { application: ofService, privateOrigins = [], fetch = publicFetch(() => false) }: PeopleSettings,
  { publicUrl, store, sealer, clock, rateLimits }: Parts,
  keys: KeyRing,
  onFault: (error: unknown) => void,
): People {
  const renderError = (message: string) =>
    errorPage({
      status: 400,
      message: `A program wants to use your accounts, but its request is wrong. ${message}`,
      hint: "Nothing was allowed. Start again in the program, or tell the people who made it.",
    });
  // The application has named the provider, so it must be a public address.
  const providerFetch = publicFetch((url) => privateOrigins.includes(url.origin));
  const resourceOf = (id: string | undefined) => publicUrl + resourcePath(id);
  const serverOf = recentlyUsed<ReturnType<typeof createAuthorizationServer>>();
  const providerOf = recentlyUsed<ReturnType<typeof createIdentityProvider<OpenidWay>>>();
  const people: People = {
    publicUrl,
    serverOf: ({ id, organization_id }) =>
      serverOf(id, () =>
        createAuthorizationServer({
          publicUrl,
          application: { id, organization_id },
          resources: id === ofService ? [resourceOf(undefined), resourceOf(id)] : [resourceOf(id)],
          store,
          sealer,
          keys,
          clock,
          fetch,
          countFetch: (address) => rateLimits.count("openid", address),
          renderError,
          onFault,
        }),
      ),
    async of(client_id = ofService): Promise<SignIn> {
      const application = client_id === undefined ? undefined : await findApplication(store.db, client_id);
      const active = application?.disabled_at === null ? application : undefined;
      const way = active && (await readSignInWay(store, sealer, active));
      if (!active || !way) throw cannotSignIn();
      const provider =
        "issuer" in way
          ? providerOf(JSON.stringify(way), () =>
              createIdentityProvider(way, clock, "the issuer of the application", providerFetch),
            )
          : undefined;
      return { application: active, way, provider, server: people.serverOf(active) };
    },
    async claimsOf(token, client_id) {
      const found = await people.of(client_id).catch((error: unknown) => {
        throw ConnectorError.is(error) && error.code === "not_found" ? invalidToken() : error;
      });
      const { consent, claims } = await found.server.tokenOf(token, resourceOf(client_id));
      if (consent.identity !== identityOf(found.way))
        throw invalidToken("The application has changed how people sign in.");
      return claims;
    },
    metadataUrl: (client_id) =>
      client_id === undefined && ofService === undefined
        ? undefined
        : publicUrl + protectedResource + resourcePath(client_id),
  };
  return people;
}
