import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { createLongLivedToken, rightsOf } from "../../access/long-lived-tokens.ts";
import { connectorScopes } from "../../access/scopes.ts";
import { idPattern } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { defaultEffects } from "../../platforms/effects.ts";
import { findApplication } from "../../store/queries/applications.ts";
import {
  deleteLongLivedToken,
  listLongLivedTokens,
  type FoundLongLivedToken,
} from "../../store/queries/long-lived-tokens.ts";
import { actorOf } from "../shared/actor.ts";
import { limit, longLivedBody, userId } from "../shared/request-schemas.ts";

const list = "/v1/tokens";
const tag = "Tokens";
const time = z.iso.datetime();

const fields = {
  id: z.string(),
  name: z.string(),
  external_user_id: z.string(),
  scopes: z.array(z.string()),
  effects: z.array(z.string()),
  external: z.boolean(),
  connector_ids: z.array(z.string()).nullable().meta({ description: "Null stands for all connectors." }),
  client_id: z.string().meta({ description: "The application that created the token." }),
  created_at: time,
  expires_at: time.nullable(),
};
const tokenSchema = z.object(fields).meta({ id: "LongLivedToken" });
const newTokenSchema = z
  .object({ ...fields, token: z.string().meta({ description: "The token. It is shown only now." }) })
  .meta({ id: "NewLongLivedToken" });

/** Returns the fields that the API, the pages and the commands show. */
export function longLivedTokenView(row: FoundLongLivedToken): z.output<typeof tokenSchema> {
  const { scopes, effects, external, connectors } = rightsOf(row);
  return {
    id: row.id,
    name: row.name,
    external_user_id: row.workspace,
    scopes: [...scopes],
    effects: [...effects],
    external,
    connector_ids: connectors ? [...connectors] : null,
    client_id: row.application_id,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  };
}

type Caller = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;

/** Creates a token in the name of the caller's application, and returns it with its text. @throws ConnectorError `validation_error` */
export const addLongLivedToken = (
  { claims, requestId }: Caller,
  body: z.output<typeof longLivedBody>,
  { store, audit, clock }: Context,
): Promise<z.output<typeof newTokenSchema>> =>
  store.transaction(async (db) => {
    const application = await findApplication(db, claims.application);
    const { row, token } = await createLongLivedToken(
      db,
      application!,
      {
        user: body.external_user_id,
        name: body.name,
        scopes: body.scopes ?? connectorScopes,
        effects: body.effects ?? defaultEffects,
        external: body.external ?? false,
        connectors: body.connector_ids,
        expiresAt: body.expires_at === undefined ? undefined : Date.parse(body.expires_at),
      },
      clock.now(),
    );
    const detail = { token: row.id, name: row.name };
    await audit.write(
      db,
      "token.long_lived",
      actorOf({ claims, requestId }, row.workspace_id),
      undefined,
      detail,
    );
    return { ...longLivedTokenView({ ...row, workspace: body.external_user_id }), token };
  });

/** Revokes a token of the caller's organization. @throws ConnectorError `not_found` */
export const revokeLongLivedToken = (
  { claims, requestId }: Caller,
  id: string | undefined,
  { store, audit }: Context,
): Promise<void> =>
  store.transaction(async (db) => {
    const possible = id !== undefined && idPattern.test(id);
    const row = possible ? await deleteLongLivedToken(db, claims.organization, id) : undefined;
    if (!row)
      throw new ConnectorError("not_found", "There is no such token, or it was revoked.", {
        path: "token_id",
        hint: `GET ${list} lists the long-lived tokens.`,
      });
    const detail = { token: row.id };
    await audit.write(
      db,
      "token.revoke",
      actorOf({ claims, requestId }, row.workspace_id),
      undefined,
      detail,
    );
  });

export const longLivedTokenRoutes: readonly Route[] = [
  route({
    id: "createLongLivedToken",
    method: "post",
    paths: [list],
    tag,
    summary: "Create a token for one user's connectors that works until it is revoked",
    access: "application",
    body: longLivedBody,
    answer: { description: "The token", schema: newTokenSchema },
    handle: async (request, context) => ({ body: await addLongLivedToken(request, request.body, context) }),
  }),
  route({
    id: "listLongLivedTokens",
    method: "get",
    paths: [list],
    tag,
    summary: "List the long-lived tokens that work, without the tokens themselves",
    access: "application",
    query: z.strictObject({
      external_user_id: userId.optional(),
      limit,
      cursor: z.string().regex(idPattern).optional(),
    }),
    answer: {
      description: "The tokens, oldest first",
      schema: z
        .object({ data: z.array(tokenSchema), next_cursor: z.string().nullable() })
        .meta({ id: "LongLivedTokenList" }),
    },
    async handle({ query, claims }, { store, clock }) {
      const { external_user_id: workspace, limit = 100, cursor: after } = query;
      const asked = { workspace, after, limit: limit + 1 };
      const rows = await listLongLivedTokens(store.db, claims.organization, asked, clock.now());
      const data = rows.slice(0, limit).map(longLivedTokenView);
      return { body: { data, next_cursor: rows.length > limit ? data.at(-1)!.id : null } };
    },
  }),
  route({
    id: "revokeLongLivedToken",
    method: "delete",
    paths: [`${list}/{token_id}`],
    tag,
    summary: "Revoke a long-lived token",
    access: "application",
    errors: [404],
    answer: {
      description: "The token is revoked",
      schema: z.object({ id: z.string(), revoked: z.literal(true) }).meta({ id: "LongLivedTokenRevoked" }),
    },
    async handle(request, context) {
      const { token_id: id = "" } = request.params;
      await revokeLongLivedToken(request, id, context);
      return { body: { id, revoked: true } };
    },
  }),
];
