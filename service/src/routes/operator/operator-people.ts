import { z } from "zod";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { route, type Route } from "../../http/route.ts";
import { peoplePage } from "../../pages/operator-people.ts";
import { seeOther } from "../../pages/page.ts";
import { resourcePath } from "../../people/people.ts";
import { readSignInWay, signInWay } from "../../people/sign-in-way.ts";
import { findApplication } from "../../store/queries/applications.ts";
import { agreementId, agreementsOf, endAgreement } from "../people/agreements.ts";
import { redirectUrl, setSignInWay, signInViewOf } from "../people/sign-ins.ts";
import { userId } from "../shared/request-schemas.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.people;
const shown = 100;

export const operatorPeopleRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showPeople",
    method: "get",
    paths: [href],
    role,
    summary: "Show how users sign in from MCP clients, and what they have agreed to",
    query: withoutEmpty(
      z.strictObject({ external_user_id: userId.optional(), cursor: agreementId.optional() }),
    ),
    async handle({ operator, claims, query }, context) {
      const { store, sealer } = context;
      const publicUrl = publicUrlOf(context);
      const application = (await findApplication(store.db, claims.application))!;
      const way = await readSignInWay(store, sealer, application);
      const { external_user_id: user, cursor: after } = query;
      const found = way
        ? await agreementsOf({ claims }, { user, after, limit: shown }, context)
        : { data: [], next_cursor: null };
      return peoplePage(frameOf(operator, href), {
        signIn: way && signInViewOf(publicUrl, application.id, way),
        mcpUrl: publicUrl + resourcePath(application.id),
        redirectUrl: redirectUrl(publicUrl, application.id),
        user,
        agreements: found.data,
        cursor: found.next_cursor,
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "setSignInOnPage",
    method: "post",
    paths: [href],
    role,
    summary: "Set how users sign in from MCP clients",
    body: withoutEmpty(signInWay),
    async handle({ claims, requestId, body }, context) {
      const params = { client_id: claims.application };
      await setSignInWay({ params, claims, requestId }, body, context);
      return seeOther(href);
    },
  }),
  route({
    ...operatorRoute,
    id: "deleteSignInOnPage",
    method: "post",
    paths: [`${href}/delete`],
    role,
    summary: "Let users no longer sign in from MCP clients",
    body: z.strictObject({}),
    async handle({ claims, requestId }, context) {
      const params = { client_id: claims.application };
      await setSignInWay({ params, claims, requestId }, undefined, context);
      return seeOther(href);
    },
  }),
  route({
    ...operatorRoute,
    id: "endAgreementOnPage",
    method: "post",
    paths: [`${href}/agreements/{agreement_id}/end`],
    role,
    summary: "End what a user has agreed to",
    body: z.strictObject({}),
    async handle({ params, claims, requestId }, context) {
      await endAgreement({ claims, requestId }, params["agreement_id"] ?? "", context);
      return seeOther(href);
    },
  }),
];
