import { ConnectorError } from "agent-connectors";
import { authenticateClient } from "../../access/client-secrets.ts";
import type { Context } from "../../http/context.ts";
import { findApplication, type Application } from "../../store/queries/applications.ts";

interface Given {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/**
 * Returns the application whose client id and secret the request has.
 * @throws ConnectorError `invalid_client`, `rate_limited`
 */
export async function requestingApplication(
  {
    request,
    body,
    address,
    requestId,
  }: { request: Request; body: Given; address: string; requestId: string },
  { store, audit, rateLimits }: Pick<Context, "store" | "audit" | "rateLimits">,
): Promise<Application> {
  const { id, secret } = clientCredentialsOf(request, body);
  // PostgreSQL fails on some characters, such as NUL. No client id contains such a character.
  const possible = /^[\x21-\x7e]{1,100}$/.test(id);
  const application = possible ? await authenticateClient(store.db, id, secret) : undefined;
  if (application?.disabled_at === null) return application;

  // An unknown client id belongs to no organization, so only the log has its request.
  const known = application ?? (possible ? await findApplication(store.db, id) : undefined);
  if (known) {
    const actor = { organization: known.organization_id, application: known.id, request: requestId };
    audit.refused("token.refused", actor, { reason: application ? "disabled" : "wrong_secret", address });
  }
  if (application)
    throw new ConnectorError("invalid_client", "The application is disabled.", {
      path: "client_id",
      hint: "The operator can enable it with the command: application enable <client id>",
    });
  // Only refused requests count toward this limit. The limit slows down guessing, but never blocks a correct secret.
  await rateLimits.count("refused", address);
  throw new ConnectorError("invalid_client", "No application has this client id and secret.", {
    path: "client_id",
    hint: "The service printed them at its first start. They are also in first-application.json in its data directory.",
  });
}

/**
 * Reads the client id and secret from the body, or from the header `authorization` with the scheme Basic. In this
 * header, OAuth 2 clients percent-encode both values.
 */
function clientCredentialsOf(
  request: Request,
  { client_id, client_secret }: Given,
): { id: string; secret: string } {
  if (client_id !== undefined && client_secret !== undefined) return { id: client_id, secret: client_secret };
  const [, encoded = ""] = /^Basic +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const [id, secret] = Buffer.from(encoded, "base64").toString("utf8").split(":", 2);
  if (!id || secret === undefined)
    throw new ConnectorError("invalid_client", "client_id and client_secret are missing.", {
      path: "client_id",
      hint: 'Send {"client_id": "...", "client_secret": "..."} as JSON.',
    });
  return { id: decoded(id), secret: decoded(secret) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
