import type { AgentTool } from "agent-connectors";
import { toConnectorError } from "../../operations/errors-for-callers.ts";
import { failure } from "agent-connectors/adapter";
import { oauthApplicationFor } from "../../credentials/oauth-applications.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import { findApplication } from "../../store/queries/applications.ts";
import { createConnectSession } from "../connect/create-connect-session.ts";

/** Returns the names of the platforms that the user can connect with a link, without the application. */
export async function connectableTypes(
  { claims }: Pick<RouteRequest<unknown, unknown>, "claims">,
  { store, types, sealer, publicUrl }: Context,
): Promise<string[]> {
  if (publicUrl === undefined || claims.connectors || !claims.scopes.includes("connectors:write")) return [];
  const application = await findApplication(store.db, claims.application);
  // Such an application must confirm each session, and it does not know of sessions that a client starts here.
  if (!application || application.return_urls !== "[]" || application.confirm_sessions === 1) return [];
  const found = types.all.filter(({ connector }) => connector.connectFlow !== undefined);
  const asked = await Promise.all(
    found.map((type) =>
      oauthApplicationFor(store.db, sealer, claims.organization, type).then(
        () => [type.published],
        () => [],
      ),
    ),
  );
  return asked.flat();
}

/**
 * Returns the only tool of a user whose connectors offer no tools. It creates a link with which the user connects an
 * account, if there are `platforms` that allow this. Otherwise it says what to do. `reasons`: why the existing connectors
 * have no tools.
 */
export function connectTool(
  platforms: readonly string[],
  reasons: readonly string[],
  request: RouteRequest<unknown, unknown>,
  context: Context,
): AgentTool {
  const missing = reasons.length > 0 ? reasons.join(" ") : "The user has connected no account yet.";
  const run = async (input: unknown) => {
    if (platforms.length === 0) return answer(`${missing} ${toldApplication}`);
    const asked = (input as { platform?: unknown } | undefined)?.platform;
    const platform = platforms.find((one) => one.toLowerCase() === String(asked).toLowerCase());
    if (platform === undefined) return answer(`${missing} platform must be ${platforms.join(" or ")}.`);
    const body = { external_user_id: request.claims.workspace!.name, connector_type: platform };
    try {
      const { url, view } = await context.waitFor(createConnectSession(request, body, context));
      return answer(
        `Ask the user to open this link, which works once, until ${view.expires_at}: ${url} Afterwards, list the tools again.`,
      );
    } catch (error) {
      return failure(request.explain(toConnectorError(error)));
    }
  };
  const plan: AgentTool["plan"] = (input) => ({ resolved: undefined, run: () => run(input) });
  return {
    name: "connect_account",
    description:
      platforms.length > 0
        ? `${missing} This tool returns a link. Give the link to the user, who connects an account with it.`
        : `${missing} This tool says what to do.`,
    inputSchema: {
      type: "object",
      properties: platforms.length > 0 ? { platform: { type: "string", enum: [...platforms] } } : {},
      ...(platforms.length > 0 ? { required: ["platform"] } : {}),
      additionalProperties: false,
    },
    effects: platforms.length > 0 ? ["write"] : ["read"],
    plan,
    call: (input) => run(input),
  };
}

const toldApplication =
  "Tell the user to connect an account in the application that gave you access: a link cannot be created here.";

const answer = (text: string) => ({ ok: true, data: null, meta: {}, text }) as const;
