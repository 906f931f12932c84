import { Hono } from "hono";
import { ConnectorError, version } from "agent-connectors";
import { placeOf, toConnectorError } from "../operations/errors-for-callers.ts";
import type { LogLine } from "../operations/log.ts";
import { publicUrlOf } from "../connect/connect-services.ts";
import { rememberPage } from "../operators/page-after-sign-in.ts";
import { signInPage } from "../pages/operator-frame.ts";
import { errorPage } from "../pages/page.ts";
import { checkClientVersion } from "./client-version.ts";
import type { Context } from "./context.ts";
import { openApiDocument } from "./openapi.ts";
import { challenge, problemResponse } from "./problem.ts";
import type { Reply, Route } from "./route.ts";
import { runRoute } from "./run-route.ts";
import { textResponse } from "./text-response.ts";

export interface Received {
  requestId: string;
  /** The network address of the client, or an empty text if it is unknown. */
  address: string;
  /** Adds fields to the log line of this request. */
  note(line: Partial<LogLine>): void;
}

/** Returns a function that runs the route of a request. If the route throws, the response describes the error. */
export function createApp(
  routes: readonly Route[],
  context: Context,
  onFault: (requestId: string, place: string) => void,
): (request: Request, received: Received) => Promise<Response> {
  const app = new Hono<{ Bindings: Received }>();
  const known = (error: unknown, { requestId, note }: Received): ConnectorError => {
    const converted = toConnectorError(error);
    note({ code: converted.code });
    if (converted.code === "internal") onFault(requestId, placeOf(error));
    return converted;
  };
  for (const definition of routes) {
    for (const path of definition.paths)
      app.on(definition.method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1"), async (c) => {
        const { requestId, address, note } = c.env;
        note({ route: path });
        const params = c.req.param() as Record<string, string>;
        const explain = (error: unknown) => known(error, c.env);
        const received = { request: c.req.raw, requestId, address, note, explain, params };
        const answer = await runRoute(definition, received, context).catch((error: unknown) => {
          if (definition.page) return pageOf(explain(error), definition, context, c.req.raw);
          const metadata = definition.forPeople && context.people?.metadataUrl(params["client_id"]);
          if (!metadata) throw error;
          const known = explain(error);
          return problemResponse(known, requestId, challenge(known, `resource_metadata="${metadata}"`));
        });
        return answer instanceof Response ? answer : jsonResponse(answer);
      });
  }
  let document: object | undefined;
  app.get("/openapi.json", (c) => {
    c.env.note({ route: "/openapi.json" });
    return jsonResponse({ body: (document ??= openApiDocument(routes, version)) });
  });
  const allowedMethods = methodsByPath(routes);
  app.notFound((c) => {
    const allowed = allowedMethods(new URL(c.req.url).pathname);
    // Only a browser asks for HTML.
    if (allowed === undefined && c.req.header("accept")?.includes("text/html")) return noPage();
    if (allowed === undefined)
      throw new ConnectorError("not_found", "There is no such path.", {
        path: "path",
        hint: "See /openapi.json.",
      });
    const error = new ConnectorError("method_not_allowed", `This path allows ${allowed}.`, {
      path: "method",
    });
    return problemResponse(error, c.env.requestId, { allow: allowed });
  });
  app.onError((error, c) => problemResponse(known(error, c.env), c.env.requestId));
  return async (request, received) => {
    try {
      // A middleware would cost more than the check, because hono then combines all handlers of a path.
      checkClientVersion(request);
    } catch (error) {
      return problemResponse(known(error, received), received.requestId);
    }
    return app.fetch(request, received);
  };
}

/** Returns the page for a person who has opened an address without a page. */
const noPage = (): Response =>
  errorPage({ status: 404, message: "There is no page at this address.", link: startPage });

const startPage = { href: "/operate", text: "Start page for operators" };

function pageOf(error: ConnectorError, { access }: Route, context: Context, request: Request): Response {
  if (access !== "operator") return errorPage(error);
  const { code, message, hint, status } = error;
  if (code === "missing_token") {
    const cookies = rememberPage(request, publicUrlOf(context));
    return signInPage({ message, provider: context.identityProvider?.settings.issuer, cookies });
  }
  return errorPage({ status, message, hint, link: startPage });
}

const jsonResponse = ({ status = 200, body, text = JSON.stringify(body), headers = {} }: Reply): Response =>
  textResponse(text, { status, headers: { "content-type": "application/json", ...headers } });

/** Returns a function that lists the methods of a path. For a path without a route, this function returns undefined. */
function methodsByPath(routes: readonly Route[]): (path: string) => string | undefined {
  const patterns = routes.flatMap(({ method, paths }) =>
    paths.map(
      (path) => [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), method.toUpperCase()] as const,
    ),
  );
  return (path) => {
    const found = patterns.filter(([pattern]) => pattern.test(path)).map(([, method]) => method);
    if (path === "/openapi.json") found.push("GET");
    return found.length > 0 ? [...new Set(found)].join(", ") : undefined;
  };
}
