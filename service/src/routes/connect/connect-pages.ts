import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { errorTable } from "agent-connectors/toolkit";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { cookieHeader, sessionCookieName } from "../../connect/cookie.ts";
import { isSameOrigin } from "../../connect/same-origin.ts";
import { finishSession } from "../../connect/finish-session.ts";
import { openSecrets, outcomeOf, requestOf } from "../../connect/session-content.ts";
import { sessionOfLink, startSession } from "../../connect/start-session.ts";
import { faceOf } from "../shared/application-face.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { codePage, connectedPage, startPage, waitingPage } from "../../pages/consent/connect-pages.ts";
import { errorPage, seeOther } from "../../pages/page.ts";
import type { FoundSession } from "../../store/queries/connect-sessions.ts";

const html = { description: "A page for a person", schema: z.string(), media: ["text/html"] };
const page = { tag: "Connect", access: "open", page: true, answer: html } as const;

/** The pages that a person sees while connecting an account. */
export const connectPageRoutes: readonly Route[] = [
  route({
    ...page,
    id: "showConnectPage",
    method: "get",
    paths: ["/connect/{link}"],
    summary:
      "Show which application asks for what. Changes nothing, because chat programs open links for previews",
    async handle({ params }, context) {
      const session = await sessionOfLink(context, params.link ?? "");
      const types = await context.typesOf(session.organization_id, session.type);
      const { title, connector } = types.offered(session.type);
      const { scopes, provider, confirm } = requestOf(session);
      return startPage({
        platform: title,
        application: (await faceOf(context, session.organization_id, session.application_id)) ?? {
          name: session.application,
        },
        user: session.workspace,
        scopes,
        words: (await connector.connectFlow?.scopeWords()) ?? {},
        provider,
        confirmed: confirm,
        again: session.connector_id !== null,
        expiresAt: session.expires_at,
      });
    },
  }),
  route({
    ...page,
    id: "startConnect",
    method: "post",
    paths: ["/connect/{link}"],
    summary: "Use up the link, bind the session to this browser, and go to the platform",
    async handle({ request, params, requestId }, context) {
      const publicUrl = publicUrlOf(context);
      checkSameOrigin(request, publicUrl);
      const { row, url, cookie } = await startSession(context, params.link ?? "", requestId);
      const seconds = Math.ceil((row.expires_at - context.clock.now()) / 1000);
      const header = cookieHeader(publicUrl, sessionCookieName(row.id), cookie, seconds);
      return seeOther(url, [header]);
    },
  }),
  route({
    ...page,
    id: "finishConnect",
    method: "get",
    paths: ["/connect/callback/{connector_type}"],
    summary: "Exchange the code of the platform, and go back to the application",
    async handle({ request, params, requestId }, context) {
      const session = await finishSession(context, params.connector_type ?? "", request, requestId);
      return answerOf(session, context);
    },
  }),
];

async function answerOf(session: FoundSession, { typesOf, sealer }: Context): Promise<Response> {
  const types = await typesOf(session.organization_id, session.type);
  const { title } = types.offered(session.type);
  const outcome = outcomeOf(session);
  const { error } = outcome;
  const { return_url } = requestOf(session);
  if (session.status === "returned") {
    const { result } = openSecrets(sealer, session, "returned");
    return return_url === undefined
      ? codePage({ platform: title, application: session.application, user: session.workspace, code: result })
      : seeOther(returnTo(return_url, session, "result", result));
  }
  if (session.status === "connected") return connectedPage(title, session.workspace, outcome);
  if (session.status !== "failed" || !error) return waitingPage(title);
  if (return_url !== undefined) return seeOther(returnTo(return_url, session, "error", error.code));
  return errorPage({ status: errorTable[error.code].status, title: `${title} is not connected`, ...error });
}

/** Adds the id of the session and one more param to the application's address. */
function returnTo(address: string, { id }: FoundSession, name: "result" | "error", value: string): string {
  const url = new URL(address);
  url.searchParams.set("session_id", id);
  url.searchParams.set(name, value);
  return url.href;
}

/**
 * Checks that the page of the link has sent the form. Any other form would skip this page, which says which application
 * asks for access.
 * @throws ConnectorError `connect_invalid` unless the browser says that a page of this service has sent the form
 */
function checkSameOrigin(request: Request, publicUrl: string): void {
  if (isSameOrigin(request, publicUrl)) return;
  throw new ConnectorError("connect_invalid", "This form does not come from a page of this service.", {
    hint: "Open the link itself, and read what it asks for.",
  });
}
