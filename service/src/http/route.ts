import type { z } from "zod";
import type { ConnectorError } from "agent-connectors";
import type { Claims } from "../access/access-tokens.ts";
import type { Access } from "../access/authentication.ts";
import type { Scope } from "../access/scopes.ts";
import type { LogLine } from "../operations/log.ts";
import type { Role } from "../operators/roles.ts";
import type { Operator } from "../operators/signed-in-operator.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import type { Context } from "./context.ts";

/** A request whose body and query are already checked. */
export interface RouteRequest<Body, Query> {
  request: Request;
  requestId: string;
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  /**
   * The claims of the request's token or session. Contrary to its type, this field is undefined in a route with the
   * access `open`.
   */
  claims: Claims;
  /**
   * The connector of the path, as it was when the token was checked. `row` is undefined if the token can use no connector
   * with this id. Absent if the path names no connector.
   */
  connector?: { id: string; row: UsableConnector | undefined; readAt: number } | undefined;
  /** The signed-in operator. Contrary to its type, this field is undefined unless the access is `operator`. */
  operator: Operator;
  /** The network address of the client, or an empty text if it is unknown. */
  address: string;
  /** Adds fields to the log line of this request. */
  note(line: Partial<LogLine>): void;
  /** Converts an error for the caller. Logs the place of an unexpected error. */
  explain(error: unknown): ConnectorError;
}

export interface Reply {
  status?: number;
  body?: unknown;
  /** The body as JSON text. Default: `body` as JSON. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Route<Body = unknown, Query = unknown> {
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** New clients should use the first path. Existing clients use the other paths. */
  paths: readonly [string, ...string[]];
  tag: string;
  summary: string;
  access: Access;
  scope?: Scope;
  /** The role that a route with the access `operator` requires. Default: every operator can use the route. */
  role?: Role;
  /** If true, `handle` counts the requests to this route for the rate limits, and `runRoute` does not. */
  uncounted?: boolean;
  /** Whether the route also accepts the tokens of people who have signed in. Its errors then say where to sign in. */
  forPeople?: boolean;
  body?: z.ZodType<Body>;
  bodyOptional?: boolean;
  /** Whether the body can also be a form, as in OAuth 2. */
  form?: boolean;
  /** Whether the body can contain a file. */
  uploads?: boolean;
  query?: z.ZodType<Query>;
  headers?: z.ZodObject;
  /** Whether the route is a page for a person. Its errors are pages. The OpenAPI document contains no pages. */
  page?: boolean;
  answer: { status?: number; description: string; schema: z.ZodType; media?: readonly string[] };
  /** The HTTP error statuses in the OpenAPI document, besides the statuses that most routes have. */
  errors?: readonly number[];
  handle(request: RouteRequest<Body, Query>, context: Context): Promise<Reply | Response>;
}

/** Lets TypeScript infer the types of `body` and `query` in `handle` from the schemas. */
export const route = <Body = undefined, Query = undefined>(definition: Route<Body, Query>): Route =>
  definition as unknown as Route;
