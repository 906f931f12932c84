import { z } from "zod";
import { route, type Route } from "../../http/route.ts";
import { oauthApplicationsPage } from "../../pages/operator-oauth-applications.ts";
import { seeOther } from "../../pages/page.ts";
import {
  configuration,
  oauthApplicationsOf,
  oauthNeedsOf,
  removeOauthApplication,
  setOauthApplication,
} from "../account/oauth-applications.ts";
import { frameOf, operatorPages, operatorRoute } from "./operator-frame.ts";

const { href, role } = operatorPages.oauthApplications;
const connector_type = z.string().max(100);

export const operatorOauthApplicationRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showOauthApplications",
    method: "get",
    paths: [href],
    role,
    summary: "Show the organization's application at each platform",
    async handle({ operator }, context) {
      const stored = await oauthApplicationsOf(operator, context);
      const types = context.types.all.filter(({ connector }) => connector.connectFlow);
      const platforms = types.map((type) => ({
        ...oauthNeedsOf(type, context),
        title: type.title,
        application: stored.find(({ connector_type: name }) => name === type.published),
      }));
      return oauthApplicationsPage(frameOf(operator, href), platforms);
    },
  }),
  route({
    ...operatorRoute,
    id: "setOauthApplicationOnPage",
    method: "post",
    paths: [href],
    role,
    summary: "Store the organization's application at a platform",
    body: z.strictObject({ connector_type, ...configuration.shape }),
    async handle({ claims, requestId, body: { connector_type: type, ...application } }, context) {
      await setOauthApplication({ claims, requestId }, { connector_type: type, application }, context);
      return seeOther(href);
    },
  }),
  route({
    ...operatorRoute,
    id: "deleteOauthApplicationOnPage",
    method: "post",
    paths: [`${href}/delete`],
    role,
    summary: "Delete the organization's application at a platform",
    body: z.strictObject({ connector_type }),
    async handle({ claims, requestId, body }, context) {
      await removeOauthApplication({ claims, requestId }, body.connector_type, context);
      return seeOther(href);
    },
  }),
];
