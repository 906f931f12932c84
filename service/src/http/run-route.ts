import { invalidToken, type Claims } from "../access/access-tokens.ts";
import { authenticateRequest, authorize } from "../access/authentication.ts";
import type { PlaceOwner } from "../limits/concurrency-limits.ts";
import type { Operator } from "../operators/signed-in-operator.ts";
import type { Context } from "./context.ts";
import { authenticateOperator, readOperatorForm } from "./operator-request.ts";
import { parse, readBody, readQuery } from "./request-input.ts";
import type { Reply, Route, RouteRequest } from "./route.ts";

type ReceivedRequest = Omit<
  RouteRequest<unknown, unknown>,
  "body" | "query" | "claims" | "operator" | "connector"
>;

/**
 * Returns the tenant that an upload counts for. All uploads with application tokens of an organization count as one
 * user. The organization's own limits contain `connector_id`, so an unknown id takes no place of another tenant.
 */
const ownerOf = (
  { organization, workspace }: Claims,
  { connector_id }: Readonly<Record<string, string>>,
): PlaceOwner => ({ organization, workspace: workspace?.id ?? "", connector: connector_id });

const noOperator = undefined as unknown as Operator;

/**
 * Returns the context with the connector types of an organization, and with a store whose transactions count for it.
 * @param type the stored name of the only type that the request needs
 */
const contextOf = async (context: Context, { organization }: Claims, type?: string): Promise<Context> => ({
  ...context,
  types: await context.typesOf(organization, type),
  store: { ...context.store, transaction: (run) => context.store.transaction(run, organization) },
});

/** Checks the token, the rate limit, the query and the body, in this order. Then calls `handle`. */
export async function runRoute(
  definition: Route,
  received: ReceivedRequest,
  context: Context,
): Promise<Reply | Response> {
  if (definition.access === "operator") return runOperatorPage(definition, received, context);
  const { request } = received;
  const { people } = context;
  const { client_id, connector_id } = received.params;
  const claimsOfPerson =
    definition.forPeople && people ? (token: string) => people.claimsOf(token, client_id) : undefined;
  const authenticated =
    definition.access === "open"
      ? undefined
      : await authenticateRequest(request, { ...context, claimsOfPerson }, connector_id);
  const claims = authenticated?.claims;
  const connector =
    authenticated && connector_id !== undefined
      ? { id: connector_id, row: authenticated.connector, readAt: context.clock.now() }
      : undefined;
  if (claims) {
    // The address of an application does not accept the tokens of another one.
    if (definition.forPeople && client_id !== undefined && client_id !== claims.application)
      throw invalidToken();
    received.note({ organization: claims.organization, workspace_id: claims.workspace?.id });
    authorize(claims, definition.access, definition.scope);
    if (!definition.uncounted) {
      if (claims.workspace)
        await context.rateLimits.count("workspace", `${claims.organization}/${claims.workspace.id}`);
      // If an application's request concerns a user, `handle` also counts the request for this user.
      else await context.rateLimits.count("application", claims.application);
    }
  }
  const query = definition.query ? readQuery(definition.query, new URL(request.url)) : undefined;
  let endUpload = () => {};
  const onLarge = () => {
    // Only routes that need a token accept large bodies.
    if (claims) endUpload = context.concurrencyLimits.beginUpload(ownerOf(claims, received.params));
  };
  try {
    const body = definition.body && (await readBody(definition, definition.body, request, context, onLarge));
    const checked = { ...received, claims: claims as Claims, connector, operator: noOperator, query, body };
    const own = claims ? await contextOf(context, claims, connector?.row?.type) : context;
    return await definition.handle(checked, own);
  } finally {
    endUpload();
  }
}

/** Checks the session, the role, the rate limit, the query and the form, in this order. Then calls `handle`. */
async function runOperatorPage(
  definition: Route,
  received: ReceivedRequest,
  context: Context,
): Promise<Reply | Response> {
  const { request } = received;
  const operator = await authenticateOperator(request, definition.role, context);
  const { claims } = operator;
  received.note({ organization: claims.organization });
  await context.rateLimits.count("workspace", `operator/${claims.id}`);
  const query = definition.query ? readQuery(definition.query, new URL(request.url), "form") : undefined;
  const form =
    definition.method === "get"
      ? undefined
      : await readOperatorForm(request, operator, context.limits, definition.uploads ?? false);
  const body = definition.body && parse(definition.body, form, "form");
  return definition.handle({ ...received, claims, operator, query, body }, await contextOf(context, claims));
}
