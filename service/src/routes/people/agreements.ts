import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { listAgreements, type Agreement } from "../../people/agreements.ts";
import { effects } from "../../platforms/effects.ts";
import { findWorkspace } from "../../store/queries/workspaces.ts";
import { actorOf } from "../shared/actor.ts";
import { limit, userId } from "../shared/request-schemas.ts";
import { signInOf } from "./sign-in-of.ts";

const list = "/v1/agreements";

/** The ids of a workspace and of the agreement. */
export const agreementId = z.string().regex(/^[0-9a-f-]{36}\.[0-9a-f]{64}$/);

const agreementSchema = z
  .object({
    id: z.string(),
    external_user_id: z.string(),
    client: z.string().meta({ description: "The address of the document that describes the client." }),
    client_name: z.string().meta({ description: "What the client calls itself." }),
    effects: z.array(z.enum(effects)),
    agreed_at: z.iso.datetime(),
  })
  .meta({ id: "Agreement" });

export type AgreementView = z.output<typeof agreementSchema>;

const viewOf = ({ id, user, client, client_name, effects, agreed_at }: Agreement): AgreementView => ({
  id,
  external_user_id: user,
  client,
  client_name,
  effects: [...effects],
  agreed_at: new Date(agreed_at).toISOString(),
});

type Asked = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;

/** Returns a page of the agreements of an application's users. */
export async function agreementsOf(
  { claims: { application, organization } }: Pick<Asked, "claims">,
  { user, after, limit }: { user?: string | undefined; after?: string | undefined; limit: number },
  context: Context,
): Promise<{ data: AgreementView[]; next_cursor: string | null }> {
  const signIn = await signInOf(context, { client_id: application });
  const found = user === undefined ? undefined : await findWorkspace(context.store.db, organization, user);
  if (user !== undefined && !found) return { data: [], next_cursor: null };
  const asked = { workspace: found?.id, after, limit };
  const { agreements, last } = await listAgreements(context.store, signIn, asked);
  return { data: agreements.map(viewOf), next_cursor: last ?? null };
}

/** Ends an agreement, whose tokens fail from now on. @throws ConnectorError `not_found` */
export async function endAgreement(
  { claims, requestId }: Asked,
  id: string,
  context: Context,
): Promise<void> {
  const { server } = await signInOf(context, { client_id: claims.application });
  const ended = agreementId.safeParse(id).success ? await server.records.endConsent(id) : undefined;
  if (!ended)
    throw new ConnectorError("not_found", "There is no such agreement, or it has ended.", {
      path: "agreement_id",
      hint: `GET ${list} lists the agreements.`,
    });
  const actor = actorOf({ claims, requestId }, ended.workspace.id);
  const detail = { client: ended.client, agreement: id };
  await context.audit.write(context.store.db, "token.agreement_end", actor, undefined, detail);
}

/** Lets an application show its users which MCP clients they have let use their accounts. */
export const agreementRoutes: readonly Route[] = [
  route({
    id: "listAgreements",
    method: "get",
    paths: [list],
    tag: "Sign-in",
    summary: "List the MCP clients that users of the application have agreed to",
    access: "application",
    query: z.strictObject({
      external_user_id: userId.optional(),
      limit,
      cursor: agreementId.optional(),
    }),
    errors: [404],
    answer: {
      description:
        "The agreements whose tokens work. A page can have fewer than limit, although another page follows",
      schema: z
        .object({ data: z.array(agreementSchema), next_cursor: z.string().nullable() })
        .meta({ id: "AgreementList" }),
    },
    async handle({ query, claims }, context) {
      const { external_user_id: user, limit = 100, cursor: after } = query;
      return { body: await agreementsOf({ claims }, { user, after, limit }, context) };
    },
  }),
  route({
    id: "endAgreement",
    method: "delete",
    paths: [`${list}/{agreement_id}`],
    tag: "Sign-in",
    summary: "End an agreement. The tokens of the client fail at the next call",
    access: "application",
    errors: [404],
    answer: {
      description: "The agreement has ended",
      schema: z.object({ id: z.string(), ended: z.literal(true) }).meta({ id: "AgreementEnded" }),
    },
    async handle(request, context) {
      const { agreement_id: id = "" } = request.params;
      await endAgreement(request, id, context);
      return { body: { id, ended: true } };
    },
  }),
];
