import { ConnectorError, type Issue } from "agent-connectors";
import { authenticateRequest, authorize, type Access } from "../access/authenticate.ts";
import { mediaType, readForm, readJson } from "./body.ts";
import type { Context } from "./context.ts";
import type { Scope } from "../access/scopes.ts";
import type { LogLine } from "../operations/log.ts";
import type { Claims } from "../access/tokens.ts";
import type { z } from "zod";

/** One request on its way through a route. */
export interface Call<Body, Query> {
  request: Request;
  requestId: string;
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  /** Who asks; only routes that are open to all have none. */
  claims: Claims;
  /** Where the request came from, as far as the server knows. */
  address: string;
  /** What the log line of this request should say besides. */
  note(line: Partial<LogLine>): void;
}

export interface Reply {
  status?: number;
  /** JSON; or, where it is text already, `text`. */
  body?: unknown;
  text?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Route<Body = unknown, Query = unknown> {
  id: string;
  method: "get" | "post" | "put" | "delete";
  /** The first is the one to use; the others are spellings that callers of the published interface have. */
  paths: readonly [string, ...string[]];
  tag: string;
  summary: string;
  access: Access;
  scope?: Scope;
  /** Not counted against the user's requests in a minute. */
  uncounted?: boolean;
  body?: z.ZodType<Body>;
  /** May the body be absent? */
  bodyOptional?: boolean;
  /** Also taken as a form, as OAuth 2 has it. */
  form?: boolean;
  /** May the body hold a file? */
  uploads?: boolean;
  query?: z.ZodType<Query>;
  headers?: z.ZodObject;
  answer: { status?: number; description: string; schema: z.ZodType; media?: readonly string[] };
  /** Statuses of its errors, besides those that every route of its access has. */
  errors?: readonly number[];
  handle(call: Call<Body, Query>, context: Context): Promise<Reply | Response>;
}

/** Puts schemas and handler of a route together, so that the compiler knows what the handler gets. */
export const route = <Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route =>
  definition as unknown as Route;

/** Runs one route: token, limits, query, body, in this order; then its handler. */
export async function runRoute(
  definition: Route,
  call: Omit<Call<unknown, unknown>, "body" | "query" | "claims">,
  context: Context,
): Promise<Reply | Response> {
  const { request } = call;
  const claims = definition.access === "open" ? undefined : await authenticateRequest(request, context);
  const workspace = `${claims?.organization}/${claims?.workspace?.id ?? ""}`;
  if (claims) {
    call.note({ organization: claims.organization, workspace_id: claims.workspace?.id });
    authorize(claims, definition.access, definition.scope);
    if (!definition.uncounted) await context.limits.count("workspace", workspace);
  }
  const query = definition.query ? readQuery(definition.query, new URL(request.url)) : undefined;
  let leave = () => {};
  const onLarge = () => (leave = context.limits.beginUpload(workspace));
  try {
    const body = definition.body && (await readBody(definition, definition.body, request, context, onLarge));
    return await definition.handle({ ...call, claims: claims as Claims, query, body }, context);
  } finally {
    leave();
  }
}

function readQuery(schema: z.ZodType, url: URL): unknown {
  const twice = [...url.searchParams.keys()].find((name) => url.searchParams.getAll(name).length > 1);
  if (twice !== undefined)
    throw new ConnectorError("validation_error", `The query names ${twice.slice(0, 60)} more than once.`, {
      path: `query.${twice.slice(0, 60)}`,
    });
  return parse(schema, Object.fromEntries(url.searchParams), "query");
}

async function readBody(
  { form = false, bodyOptional = false, uploads = false }: Route,
  schema: z.ZodType,
  request: Request,
  { options: { maxBodyBytes, maxUploadBytes } }: Context,
  onLarge: () => void,
): Promise<unknown> {
  const size = uploads ? { most: maxUploadBytes, large: maxBodyBytes, onLarge } : { most: maxBodyBytes };
  const type = mediaType(request);
  if (bodyOptional && request.body === null) return parse(schema, {}, "body");
  if (form && type === "application/x-www-form-urlencoded")
    return parse(schema, await readForm(request, size), "body");
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type))
    throw new ConnectorError("unsupported_media_type", "The body is not declared as JSON.", {
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
    message: message.slice(0, 300),
  }));
  throw new ConnectorError(
    "validation_error",
    `The ${where} is not as this route takes it: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}.`,
    {
      path: issues[0]!.path,
      hint: "See /openapi.json.",
      ...(issues.length > 1 ? { issues } : {}),
    },
  );
}
