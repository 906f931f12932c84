import type Provider from "oidc-provider";
import { ConnectorError } from "agent-connectors";
import type { Claims } from "../access/access-tokens.ts";
import { invalidToken } from "../access/access-tokens.ts";
import { connectorScopes } from "../access/scopes.ts";
import { recordStore } from "../credentials/record-stores.ts";
import { hashOf } from "../credentials/secret-text.ts";
import { findApplication, type Application } from "../store/queries/applications.ts";
import { workspaceName } from "../store/queries/workspaces.ts";
import { createGrantRecords, type GrantRecords } from "./grant-records.ts";
import { answerAsNode } from "./node-request.ts";
import { addressHeader, createProvider, endpoints, grantSeconds, mcpScope } from "./provider.ts";
import type { AuthorizationServerParts } from "./server-parts.ts";

// People sign in to MCP clients at this authorization server. Clients describe themselves in a document at the address
// that is their client id, so nobody has to register them.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization

export interface AuthorizationServer {
  /** The address of the resource to which all tokens belong. */
  resource: string;
  /** Answers a request to an endpoint of OAuth. `address`: the network address of the client. */
  answer(request: Request, address: string): Promise<Response>;
  /** Returns the request of the client that waits for this browser. @throws ConnectorError `connect_invalid` */
  waiting(request: Request): Promise<WaitingRequest>;
  /** Sends the person back to the client with a code. */
  allow(
    request: Request,
    waiting: WaitingRequest,
    consent: Parameters<GrantRecords["saveConsent"]>[1],
  ): Promise<Response>;
  refuse(request: Request): Promise<Response>;
  /** @throws ConnectorError `invalid_token` */
  claimsOf(token: string): Promise<Claims>;
  /** @throws ConnectorError `config_error` if the application does not exist, or is disabled */
  activeApplication(): Promise<Application>;
}

export interface WaitingRequest {
  uid: string;
  client: { id: string; name: string };
  redirectUri: string;
  scopes: string;
}

export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { publicUrl, store, sealer, clock } = parts;
  const resource = `${publicUrl}/mcp`;
  let organization: string | undefined;
  const activeApplication = async (): Promise<Application> => {
    const found = await findApplication(store.db, parts.application);
    if (found && found.disabled_at === null) return found;
    throw new ConnectorError("config_error", "The application for sign-ins does not exist or is disabled.", {
      hint: "Set AGENT_CONNECTORS_MCP_APPLICATION to the client id of an active application.",
    });
  };
  // The organization of an application never changes.
  const organizationId = async (): Promise<string> => {
    organization ??= (await findApplication(store.db, parts.application))?.organization_id;
    if (organization === undefined) throw invalidToken();
    return organization;
  };
  const records = createGrantRecords(async () =>
    recordStore(store, sealer, { organization_id: await organizationId(), connector_id: "" }),
  );
  let loaded: Promise<Provider> | undefined;
  const provider = () => (loaded ??= createProvider(parts, resource, records));
  return {
    resource,
    activeApplication,
    async answer(request, address) {
      const callback = (await provider()).callback();
      return answerAsNode(request, publicUrl, callback, headersOf(request, address));
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
        };
        response.end();
      }).catch((error: unknown) => {
        if ((error as Error).name !== "SessionNotFound") throw error;
      });
      if (found) return found;
      throw new ConnectorError("connect_invalid", "This sign-in has expired or began in another browser.", {
        hint: "Start again in the program that wants to use your accounts.",
      });
    },
    async allow(request, waiting, consent) {
      const server = await provider();
      const accountId = consent.workspace.id;
      const grant = new server.Grant({ accountId, clientId: waiting.client.id });
      grant.addOIDCScope(waiting.scopes);
      grant.addResourceScope(resource, mcpScope);
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
    async claimsOf(token) {
      const found = await records.adapter("AccessToken").find(token);
      if (!found || found.aud !== resource || found.grantId === undefined) throw invalidToken();
      if ((found.exp ?? 0) * 1000 <= clock.now()) throw invalidToken("The token has expired.");
      const consent = await records.consent(found.grantId);
      if (!consent || consent.client !== found.clientId) throw invalidToken("The token was revoked.");
      const name = await workspaceName(store.db, consent.workspace.id);
      if (name === undefined) throw invalidToken();
      return {
        kind: "scoped",
        id: hashOf(found.grantId).slice(0, 32),
        organization: await organizationId(),
        application: parts.application,
        application_epoch: consent.application_epoch,
        workspace: { ...consent.workspace, name },
        scopes: connectorScopes,
        effects: consent.effects,
        external: false,
        issued_at: found.iat ?? 0,
        expires_at: found.exp ?? 0,
      };
    },
  };
}

/**
 * Every request of a client asks the person to sign in and to agree, so that no other program and no other person can use
 * what somebody has agreed to in this browser before.
 */
function headersOf(request: Request, address: string): Headers {
  const headers = new Headers(request.headers);
  headers.set(addressHeader, address);
  if (new URL(request.url).pathname === endpoints.authorization) headers.delete("cookie");
  return headers;
}
