import type Provider from "oidc-provider";
import type { Claims } from "../access/access-tokens.ts";
import { invalidToken } from "../access/access-tokens.ts";
import { connectorScopes } from "../access/scopes.ts";
import { recordStore } from "../credentials/record-stores.ts";
import { grantsKey } from "../store/queries/people-records.ts";
import { workspaceName } from "../store/queries/workspaces.ts";
import { createGrantRecords, type Consent, type FoundConsent, type GrantRecords } from "./grant-records.ts";
import { answerAsNode } from "./node-request.ts";
import { addressHeader, createProvider, endpoints, grantSeconds, mcpScope, serverPath } from "./provider.ts";
import { otherBrowser } from "./other-browser.ts";
import type { AuthorizationServerParts } from "./server-parts.ts";

// People sign in to MCP clients at this authorization server. Clients describe themselves in a document at the address
// that is their client id, so nobody has to register them.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization

export interface AuthorizationServer {
  records: GrantRecords;
  /** Answers a request to an endpoint of OAuth. `address`: the network address of the client. */
  answer(request: Request, address: string): Promise<Response>;
  /** Returns the request of the client that waits for this browser. @throws ConnectorError `connect_invalid` */
  waiting(request: Request): Promise<WaitingRequest>;
  /** Sends the person back to the client with a code. */
  allow(request: Request, waiting: WaitingRequest, consent: Consent): Promise<Response>;
  refuse(request: Request): Promise<Response>;
  /** Returns the agreement of a token for a resource, and the claims. @throws ConnectorError `invalid_token` */
  tokenOf(token: string, resource: string): Promise<{ consent: FoundConsent; claims: Claims }>;
}

export interface WaitingRequest {
  uid: string;
  client: { id: string; name: string };
  redirectUri: string;
  scopes: string;
  /** The resource that the client has asked for. */
  resource: string;
}

/** Creates the authorization server of one application. Each application has its own issuer, cookies and records. */
export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { publicUrl, application, resources, store, sealer, clock } = parts;
  const { id, organization_id } = application;
  const records = createGrantRecords(
    recordStore(store, sealer, { organization_id, connector_id: "" }),
    grantsKey(id),
  );
  let loaded: Promise<Provider> | undefined;
  const provider = () => (loaded ??= createProvider(parts, records));
  return {
    records,
    async answer(request, address) {
      const callback = (await provider()).callback();
      return answerAsNode(request, publicUrl, callback, headersOf(request, address, id));
    },
    async waiting(request) {
      const server = await provider();
      let found: WaitingRequest | undefined;
      await answerAsNode(request, publicUrl, async (message, response) => {
        const { uid, params } = await server.interactionDetails(message, response);
        const client = await server.Client.find(String(params["client_id"]));
        const { clientId: id = "", clientName: name = "" } = client ?? {};
        found = {
          uid,
          client: { id, name },
          redirectUri: String(params["redirect_uri"]),
          scopes: String(params["scope"] ?? ""),
          resource: String(params["resource"] ?? resources[0]),
        };
        response.end();
      }).catch((error: unknown) => {
        if ((error as Error).name !== "SessionNotFound") throw error;
      });
      if (found) return found;
      throw otherBrowser();
    },
    async allow(request, waiting, consent) {
      const server = await provider();
      const accountId = consent.workspace.id;
      const grant = new server.Grant({ accountId, clientId: waiting.client.id });
      grant.addOIDCScope(waiting.scopes);
      grant.addResourceScope(waiting.resource, mcpScope);
      const grantId = await grant.save();
      await records.saveConsent(grantId, consent, grantSeconds);
      const result = { login: { accountId, remember: false }, consent: { grantId } };
      return answerAsNode(request, publicUrl, (message, response) =>
        server.interactionFinished(message, response, result, { mergeWithLastSubmission: false }),
      );
    },
    async refuse(request) {
      const server = await provider();
      const result = { error: "access_denied", error_description: "The person refused." };
      return answerAsNode(request, publicUrl, (message, response) =>
        server.interactionFinished(message, response, result, { mergeWithLastSubmission: false }),
      );
    },
    async tokenOf(token, resource) {
      const found = await records.adapter("AccessToken").find(token);
      if (!found || found.aud !== resource || found.grantId === undefined) throw invalidToken();
      if ((found.exp ?? 0) * 1000 <= clock.now()) throw invalidToken("The token has expired.");
      const consent = await records.consent(found.grantId, found.accountId ?? "");
      if (!consent || consent.client !== found.clientId) throw invalidToken("The token was revoked.");
      const name = await workspaceName(store.db, consent.workspace.id);
      if (name === undefined) throw invalidToken();
      const claims: Claims = {
        kind: "scoped",
        id: consent.id,
        organization: organization_id,
        application: id,
        application_epoch: consent.application_epoch,
        workspace: { ...consent.workspace, name },
        scopes: connectorScopes,
        effects: consent.effects,
        external: false,
        issued_at: found.iat ?? 0,
        expires_at: found.exp ?? 0,
      };
      return { consent, claims };
    },
  };
}

/**
 * Every request of a client asks the person to sign in and to agree, so that no other program and no other person can use
 * what somebody has agreed to in this browser before.
 */
function headersOf(request: Request, address: string, application: string): Headers {
  const headers = new Headers(request.headers);
  headers.set(addressHeader, address);
  const { pathname } = new URL(request.url);
  if (pathname === serverPath(application) + endpoints.authorization) headers.delete("cookie");
  return headers;
}
