import { createClient, type Answer } from "../client.ts";

/** An organization that creates connectors and calls them. */
export interface Tenant {
  /** A token of the application, which is valid for all users. */
  token: string;
  /** Creates a connector of a user, and returns its address for calls. */
  connect(user: string, credentials: object): Promise<string>;
  call(path: string, action: object, signal?: AbortSignal): Promise<Answer>;
  scopedToken(user: string): Promise<string>;
  /** Adds an endpoint for webhooks. Returns a function that removes it. */
  receiveAt(url: string): Promise<() => Promise<unknown>>;
}

export const listUsers = { entity: "users", action: "list", params: { limit: 1 } };

/** The credentials of a connector whose access token has expired, so that the first call refreshes its tokens. */
export const expiredPair = (name: string) => ({
  client_id: "client",
  client_secret: "secret",
  access_token: `xoxe.xoxb-expired-${name}`,
  refresh_token: `xoxe-1-${name}`,
});

export async function openTenant(url: string, application: object): Promise<Tenant> {
  const client = createClient(() => url);
  const token = await client.applicationToken(application);
  const ok = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    token,
    async connect(external_user_id, credentials) {
      const json = { external_user_id, connector_type: "slack", credentials };
      const { id } = await ok(client.post("/v1/integrations/connectors", token, json));
      return `/v1/integrations/connectors/${id}/execute`;
    },
    call: (path, action, signal) => client.ask("POST", path, token, action, signal ? { signal } : {}),
    scopedToken: async (external_user_id) =>
      (await ok(client.post("/api/v1/embedded/scoped-token", token, { external_user_id }))).token,
    async receiveAt(address) {
      const { id } = await ok(client.post("/v1/webhooks", token, { url: address }));
      return () => client.ask("DELETE", `/v1/webhooks/${id}`, token);
    },
  };
}
