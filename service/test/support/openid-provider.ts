import { createServer } from "node:http";
import { Provider } from "oidc-provider";

export interface OpenidProvider {
  issuer: string;
  /** The account that signs in next, by its id, or undefined if the person cancels. */
  next: { account: string | undefined };
  /** The number of requests that the provider has received. */
  readonly requests: number;
  /** Follows the redirects of the provider, and returns the address to which it sends the browser back. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

export const client = { client_id: "service", client_secret: "secret-of-the-service-at-the-provider" };

/**
 * Starts an OpenID provider. `accounts` are the claims of its accounts by id. Each visitor is signed in at once, because
 * the provider has no form.
 */
export async function startOpenidProvider(
  redirectUri: string,
  accounts: Readonly<Record<string, Record<string, unknown>>>,
): Promise<OpenidProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const scope = "openid email groups";
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], token_endpoint_auth_method: "client_secret_post" }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts[id] }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const next: OpenidProvider["next"] = { account: undefined };
  const answer = provider.callback();
  let requests = 0;
  server.on("request", (request, response) => {
    requests++;
    if (!request.url!.startsWith("/interaction/")) return void answer(request, response);
    const result =
      next.account === undefined ? { error: "access_denied" } : { login: { accountId: next.account } };
    void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    next,
    get requests() {
      return requests;
    },
    async visit(start) {
      const cookies = new Map<string, string>();
      let url = start;
      while (url.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const { headers, status } = await fetch(url, { headers: { cookie }, redirect: "manual" });
        for (const header of headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
          cookies.set(name!, value!);
        }
        const location = headers.get("location");
        if (location === null) throw new Error(`${status} at ${url}`);
        url = new URL(location, url).href;
      }
      return url;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
