import type { z } from "zod";
import { ConnectorError, type Issue } from "agent-connectors";
import type { Claims } from "../access/access-tokens.ts";
import { authenticateRequest, authorize, type Access } from "../access/authentication.ts";
import type { Scope } from "../access/scopes.ts";
import type { LogLine } from "../operations/log.ts";
import type { Context } from "./context.ts";
import { mediaType, readForm, readJson } from "./request-body.ts";

/** A request whose body and query are already checked. */
export interface RouteRequest<Body, Query> {
  request: Request;
  requestId: string;
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  /**
   * The claims of the request's token. A route with the access `open` has no claims, so `handle` must not use
   * `claims`.
   */
  claims: Claims;
  /** The network address of the client, or an empty text if the address is unknown. */
  address: string;
  /** Adds fields to the log line of this request. */
  note(line: Partial<LogLine>): void;
}

export interface Reply {
  status?: number;
  body?: unknown;
  /** The body as JSON text. If `text` is absent, the value of `body` is converted to JSON. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Route<Body = unknown, Query = unknown> {
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** The paths of the route. New clients should use the first path. Existing clients use the other paths. */
  paths: readonly [string, ...string[]];
  tag: string;
  summary: string;
  access: Access;
  scope?: Scope;
  /**
   * If true, `handle` counts the requests to this route for the rate limits, and `runRoute` does not count these
   * requests.
   */
  uncounted?: boolean;
  body?: z.ZodType<Body>;
  /** Whether the body can be absent. */
  bodyOptional?: boolean;
  /** Whether the body can also be a form, as in OAuth 2. */
  form?: boolean;
  /** Whether the body can contain a file. */
  uploads?: boolean;
  query?: z.ZodType<Query>;
  headers?: z.ZodObject;
  /** Whether the route is a page for a person. Its errors are pages, and it is not in the OpenAPI document. */
  page?: boolean;
  answer: { status?: number; description: string; schema: z.ZodType; media?: readonly string[] };
  /** HTTP error statuses for the OpenAPI document, except the statuses that most routes have. */
  errors?: readonly number[];
  handle(request: RouteRequest<Body, Query>, context: Context): Promise<Reply | Response>;
}

/** Returns the route unchanged. TypeScript infers the types of the handler's `body` and `query` from the schemas. */
export const route = <Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route =>
  definition as unknown as Route;

/** Checks the token, the rate limit, the query and the body, in this order. Then runs the handler. */
export async function runRoute(
  definition: Route,
  received: Omit<RouteRequest<unknown, unknown>, "body" | "query" | "claims">,
  context: Context,
): Promise<Reply | Response> {
  const { request } = received;
  const claims =
    definition.access === "open"
      ? undefined
      : await authenticateRequest(request, context.tokens, context.store.db);
  const workspace = `${claims?.organization}/${claims?.workspace?.id ?? ""}`;
  if (claims) {
    received.note({ organization: claims.organization, workspace_id: claims.workspace?.id });
    authorize(claims, definition.access, definition.scope);
    if (!definition.uncounted) {
      if (claims.workspace) await context.rateLimits.count("workspace", workspace);
      // If the request concerns a user, `handle` also counts the request toward the limit of this user.
      else await context.rateLimits.count("application", claims.application);
    }
  }
  const query = definition.query ? readQuery(definition.query, new URL(request.url)) : undefined;
  let endUpload = () => {};
  const onLarge = () => (endUpload = context.concurrencyLimits.beginUpload(workspace));
  try {
    const body = definition.body && (await readBody(definition, definition.body, request, context, onLarge));
    return await definition.handle({ ...received, claims: claims as Claims, query, body }, context);
  } finally {
    endUpload();
  }
}

function readQuery(schema: z.ZodType, url: URL): unknown {
  const twice = [...url.searchParams.keys()].find((name) => url.searchParams.getAll(name).length > 1);
  if (twice !== undefined)
    throw new ConnectorError("validation_error", `The query has ${twice.slice(0, 60)} more than once.`, {
      path: `query.${twice.slice(0, 60)}`,
    });
  return parse(schema, Object.fromEntries(url.searchParams), "query");
}

async function readBody(
  { form = false, bodyOptional = false, uploads = false }: Route,
  schema: z.ZodType,
  request: Request,
  { limits: { maxBodyBytes, maxUploadBytes } }: Context,
  onLarge: () => void,
): Promise<unknown> {
  const size = uploads ? { max: maxUploadBytes, large: maxBodyBytes, onLarge } : { max: maxBodyBytes };
  const type = mediaType(request);
  if (bodyOptional && request.body === null) return parse(schema, {}, "body");
  if (form && type === "application/x-www-form-urlencoded")
    return parse(schema, await readForm(request, size), "body");
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type))
    throw new ConnectorError("unsupported_media_type", "The content type of the body is not JSON.", {
      path: "content-type",
      hint: `Send content-type: application/json${form ? " or application/x-www-form-urlencoded" : ""}.`,
    });
  return parse(schema, await readJson(request, size), "body");
}

function parse(schema: z.ZodType, value: unknown, where: "query" | "body"): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.length > 0 ? path.map((part) => String(part).slice(0, 60)).join(".") : where,
    message: message.slice(0, 1000),
  }));
  throw new ConnectorError(
    "validation_error",
    `The ${where} does not match this route: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}.`,
    {
      path: issues[0]!.path,
      hint: "See /openapi.json.",
      ...(issues.length > 1 ? { issues } : {}),
    },
  );
}
