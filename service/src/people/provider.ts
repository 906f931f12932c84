import { createHmac } from "node:crypto";
import type Provider from "oidc-provider";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { ConnectorError } from "agent-connectors";
import { clientFault } from "./client-rules.ts";
import type { AuthorizationServerParts } from "./server-parts.ts";
import type { GrantRecords } from "./grant-records.ts";
import { signingKeys } from "./signing-keys.ts";

/** The only scope. What a client can do is decided on the page on which the person agrees. */
export const mcpScope = "mcp";

const day = 86_400;
export const grantSeconds: number = 180 * day;

/** The header in which the library gets the network address of a client. */
export const addressHeader = "x-agent-connectors-address";

/** The path of an application's authorization server. `application`: the client id, or the name of a param of a route. */
export const serverPath = (application: string): string => `/oauth/${application}`;

/** The paths of the endpoints below the path of the server. */
export const endpoints = {
  authorization: "/authorize",
  token: "/token",
  jwks: "/jwks",
  revocation: "/revoke",
} as const;

/** Creates the authorization server of the library, which is loaded only if a service has one. */
export async function createProvider(
  {
    publicUrl,
    application,
    resources,
    keys,
    fetch,
    countFetch,
    renderError,
    onFault,
  }: AuthorizationServerParts,
  records: GrantRecords,
): Promise<Provider> {
  const library = await import("oidc-provider").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConnectorError("config_error", "The package oidc-provider is not installed.", {
      hint: "It is an optional dependency. Install it, so that people can sign in.",
    });
  });
  const base = serverPath(application.id);
  // A cookie of one application is not a cookie of another one.
  const cookieKey = (id: string) =>
    createHmac("sha256", keys.key(id, "oauth-cookie")).update(application.id).digest("hex");
  const configuration: Configuration = {
    adapter: (model) => records.adapter(model),
    jwks: { keys: signingKeys(keys) },
    cookies: {
      names: { interaction: "mcp-request", resume: "mcp-resume", session: "mcp-session" },
      keys: [keys.active, ...keys.ids].map(cookieKey),
    },
    routes: Object.fromEntries(Object.entries(endpoints).map(([name, path]) => [name, base + path])),
    scopes: ["offline_access", mcpScope],
    claims: { openid: ["sub"] },
    clients: [],
    clientAuthMethods: ["none"],
    clientDefaults: {
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA",
    },
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    responseTypes: ["code"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : oidc.provider.Grant.find(id);
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: grantSeconds,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 30 * day,
      Session: 600,
    },
    interactions: { url: (_ctx, { uid }) => `${base}/agree/${uid}` },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resources[0],
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, asked) {
          if (!resources.includes(asked)) throw new library.errors.InvalidTarget();
          return { scope: mcpScope, audience: asked, accessTokenFormat: "opaque", accessTokenTTL: 3600 };
        },
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        // The library calls this function only if it does not know the document yet.
        async allowFetch(ctx: KoaContextWithOIDC | undefined, id: string) {
          if (!URL.canParse(id) || new URL(id).port !== "") return false;
          return countFetch(ctx?.get(addressHeader) ?? "").then(
            () => true,
            () => false,
          );
        },
        allowClient: (_ctx: unknown, client: { metadata(): object }) =>
          clientFault(client.metadata()) === undefined,
      },
    } as Configuration["features"],
    fetch: (url: URL | string, init: RequestInit) => fetch(new URL(url), init),
    renderError(ctx, { error, error_description }) {
      const page = renderError(`${error}: ${error_description ?? ""}`);
      ctx.status = ctx.status >= 400 ? ctx.status : 400;
      for (const [name, value] of page.headers) ctx.set(name, value);
      return page.text().then((text) => void (ctx.body = text));
    },
  } as Configuration;
  const provider = new library.default(publicUrl + base, configuration);
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => onFault(error));
  // Without a listener, the library would print the error.
  (provider as NodeJS.EventEmitter).on("error", onFault);
  return provider;
}
