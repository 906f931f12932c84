import { publicUrlOf } from "../../connect/connect-services.ts";
import { checkFormOrigin } from "../../http/operator-request.ts";
import { route, type Route } from "../../http/route.ts";
import { finishOpenidSignIn, startOpenidSignIn } from "../../operators/openid-sign-in.ts";
import { pageAfterSignIn } from "../../operators/page-after-sign-in.ts";
import { isRole, roleWords } from "../../operators/roles.ts";
import { operatorOfLink, signInWithLink, signOut } from "../../operators/sign-in.ts";
import { linkPage, signInPage } from "../../pages/operator-frame.ts";
import { homePage } from "../../pages/operator-home.ts";
import { seeOther } from "../../pages/page.ts";
import { frameOf, home, operatorRoute, pagesOf } from "./operator-frame.ts";
import { overviewOf } from "./overview.ts";

const open = { ...operatorRoute, access: "open" } as const;

export const operatorSignInRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showOperatorHome",
    method: "get",
    paths: [home],
    summary: "Show what the operator can do",
    async handle({ operator }, context) {
      const { application } = operator;
      const groups = await overviewOf(operator, context);
      return homePage(frameOf(operator, home), { application, groups, pages: pagesOf(operator) });
    },
  }),
  route({
    ...open,
    id: "showSignInLink",
    method: "get",
    paths: ["/operate/sign-in/{link}"],
    summary: "Show whom the link signs in. Changes nothing, because chat programs open links for previews",
    async handle({ params }, context) {
      const { name, roles, application, expires_at } = await operatorOfLink(context, params.link ?? "");
      return linkPage({
        name,
        roles: roles
          .split(" ")
          .filter(isRole)
          .map((role) => ({ role, words: roleWords[role] })),
        application,
        expiresAt: expires_at,
      });
    },
  }),
  route({
    ...open,
    id: "signInWithLink",
    method: "post",
    paths: ["/operate/sign-in/{link}"],
    summary: "Use up the link, and start a session in this browser",
    async handle({ request, params, requestId }, context) {
      checkFormOrigin(request, publicUrlOf(context));
      const cookie = await signInWithLink(context, request, params.link ?? "", requestId);
      const { page, cookies } = pageAfterSignIn(request, publicUrlOf(context));
      return seeOther(page, [cookie, ...cookies]);
    },
  }),
  route({
    ...open,
    id: "startOpenidSignIn",
    method: "post",
    paths: ["/operate/openid"],
    summary: "Go to the sign-in page of the OpenID provider",
    async handle({ request, address }, context) {
      checkFormOrigin(request, publicUrlOf(context));
      await context.rateLimits.count("openid", address);
      const { location, cookie } = await startOpenidSignIn(context);
      return seeOther(location, [cookie]);
    },
  }),
  route({
    ...open,
    id: "finishOpenidSignIn",
    method: "get",
    paths: ["/operate/openid/callback"],
    summary: "Sign in the person whom the OpenID provider has sent back",
    async handle({ request, requestId, address }, context) {
      await context.rateLimits.count("openid", address);
      const signedIn = await finishOpenidSignIn(context, request, requestId);
      const { page, cookies } = pageAfterSignIn(request, publicUrlOf(context));
      return seeOther(page, [...signedIn, ...cookies]);
    },
  }),
  route({
    ...operatorRoute,
    id: "signOut",
    method: "post",
    paths: ["/operate/sign-out"],
    summary: "End the session",
    async handle({ request, requestId }, context) {
      const cookie = await signOut(context, request, requestId);
      return signInPage({
        status: 200,
        message: "You are signed out.",
        provider: context.identityProvider?.settings.issuer,
        cookies: [cookie],
      });
    },
  }),
];
