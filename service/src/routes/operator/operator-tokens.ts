import { z } from "zod";
import { idPattern } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { newTokenPage, tokensPage } from "../../pages/operator-tokens.ts";
import { seeOther } from "../../pages/page.ts";
import { effects } from "../../platforms/effects.ts";
import { listLongLivedTokens } from "../../store/queries/long-lived-tokens.ts";
import { addLongLivedToken, longLivedTokenView, revokeLongLivedToken } from "../account/long-lived-tokens.ts";
import { tokenName, userId } from "../shared/request-schemas.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.tokens;
const shown = 100;
const dayMs = 86_400_000;

const effectChoices = ["read", "read,write", effects.join(",")] as const;
const dayChoices = ["30", "90", "365"] as const;

/** The form for a new token. Without `days`, the token does not expire. */
const addForm = withoutEmpty(
  z.strictObject({
    external_user_id: userId,
    name: tokenName,
    effects: z.enum(effectChoices),
    days: z.enum(dayChoices).optional(),
  }),
);

export const operatorTokenRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showTokens",
    method: "get",
    paths: [href],
    role,
    summary: "Show the long-lived tokens of users",
    query: withoutEmpty(z.strictObject({ cursor: z.string().regex(idPattern).optional() })),
    async handle({ operator, query }, { store, clock }) {
      const { organization } = operator.claims;
      const asked = { after: query.cursor, limit: shown + 1 };
      const rows = await listLongLivedTokens(store.db, organization, asked, clock.now());
      const tokens = rows.slice(0, shown).map(longLivedTokenView);
      const cursor = rows.length > shown ? tokens.at(-1)!.id : null;
      const choices = { effects: effectChoices, days: [...dayChoices, ""] };
      return tokensPage(frameOf(operator, href), { tokens, cursor, choices });
    },
  }),
  route({
    ...operatorRoute,
    id: "addTokenOnPage",
    method: "post",
    paths: [href],
    role,
    summary: "Create a long-lived token, and show it",
    body: addForm,
    async handle({ operator, claims, requestId, body }, context) {
      const { days, effects: chosen, ...named } = body;
      const ends = days === undefined ? undefined : context.clock.now() + Number(days) * dayMs;
      const expires_at = ends === undefined ? undefined : new Date(ends).toISOString();
      const wanted = effects.filter((effect) => chosen.split(",").includes(effect));
      const asked = { ...named, effects: wanted, expires_at };
      return newTokenPage(
        frameOf(operator, href),
        await addLongLivedToken({ claims, requestId }, asked, context),
      );
    },
  }),
  route({
    ...operatorRoute,
    id: "revokeTokenOnPage",
    method: "post",
    paths: [`${href}/{token_id}/revoke`],
    role,
    summary: "Revoke a long-lived token",
    body: z.strictObject({}),
    async handle(request, context) {
      await revokeLongLivedToken(request, request.params.token_id, context);
      return seeOther(href);
    },
  }),
];
