import { type Dict, isDict } from "../../src/core/ground/json.ts";
import { applyFault, type Faults } from "../faults.ts";
import { CONSENT, DECISION, findOperation, TOKEN } from "./all-operations.ts";
import type { NotionFault } from "./fault-types.ts";
import { Refusal } from "./http/refusal.ts";
import { answerConsent, answerToken } from "./oauth.ts";
import type { Operation } from "./operation.ts";
import type { World } from "./world-types.ts";

export interface NotionCall {
  /** The operation, such as `"POST /v1/pages"` or `"GET /v1/pages/{id}"`. */
  operation: string;
  method: string;
  path: string;
  query: Dict;
  /** The JSON body. Empty for a file and for a request for tokens. */
  body: Dict;
  token: "none" | "valid" | "unknown";
  /** The time of the request on the sandbox's clock, in milliseconds since 1970. */
  at: number;
  /** The HTTP status of the response, or 0 if there was none. */
  status: number;
  /** Notion's code of the error. */
  error?: string;
  fault?: NotionFault["kind"];
}

export interface Server {
  world: World;
  faults: Faults<NotionFault>;
  /** Returns the seconds that a request must wait. */
  wait: () => number;
  calls: NotionCall[];
}

/** The version that the connector sends. Answers of other versions have other forms. */
const version = "2025-09-03";

export async function serve(
  server: Server,
  request: Request,
  signal: AbortSignal | null | undefined = request.signal,
): Promise<Response> {
  const { world } = server;
  const { pathname, searchParams } = new URL(request.url);
  const found = findOperation(request.method, pathname);
  const name = found?.name ?? `${request.method} ${pathname}`;
  const isForm = request.headers.get("content-type")?.startsWith("multipart/") === true;
  const form = isForm ? await request.formData() : undefined;
  const text = isForm ? "" : await request.text();
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const isOAuth = name === CONSENT || name === DECISION || name === TOKEN;
  const call: NotionCall = {
    operation: name,
    method: request.method,
    path: pathname,
    query: isOAuth ? {} : queryOf(searchParams),
    body: isOAuth ? {} : (parse(text) ?? {}),
    token: bearer === undefined ? "none" : world.tokens.has(bearer) ? "valid" : "unknown",
    at: world.clock.now(),
    status: 0,
  };
  server.calls.push(call);
  const requestId = world.newId();
  const proceed = async (): Promise<Response> => {
    if (name === TOKEN) return answerToken(world, request, text);
    if (isOAuth) return answerConsent(world, request, text);
    try {
      const capabilities = authenticate(world, request, bearer);
      if (!found?.operation) throw new Refusal(400, "invalid_request_url", "Invalid request URL.");
      const seconds = server.wait();
      if (seconds > 0) throw rateLimited(seconds);
      const body = parse(text);
      if (!body) throw new Refusal(400, "invalid_json", "Error parsing JSON body.");
      const { needs } = found.operation;
      if (needs !== undefined && !capabilities.has(needs))
        throw new Refusal(403, "restricted_resource", `The connection does not have the capability "${needs}".`);
      const answer = perform(world, found.operation, { world, ids: found.ids, query: call.query, body, form });
      return reply(200, found.operation.bare ? answer : { ...answer, request_id: requestId }, requestId);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      call.error = thrown.code;
      return refusalReply(thrown, requestId);
    }
  }; // prettier-ignore
  const fault = server.faults.take(name);
  if (fault) call.fault = fault.kind;
  const response = fault ? await withFault(fault, signal, requestId, proceed) : await proceed();
  call.status = response.status;
  return response;
}

function authenticate(world: World, request: Request, bearer: string | undefined): ReadonlySet<string> {
  const given = request.headers.get("notion-version");
  const capabilities = world.tokens.get(bearer ?? "");
  if (!capabilities) throw new Refusal(401, "unauthorized", "API token is invalid.");
  if (given === null) throw new Refusal(400, "missing_version", `Notion-Version header should be defined, such as ${version}.`); // prettier-ignore
  if (given !== version)
    throw new Refusal(400, "validation_error", `The sandbox of Notion imitates only the version ${version}, not ${given}.`); // prettier-ignore
  return capabilities;
}

/** Performs an operation wholly, or not at all: a refused write changes nothing. */
function perform(world: World, operation: Operation, call: Parameters<Operation["run"]>[0]): Dict {
  if (!/^(update|insert)/.test(operation.needs ?? "")) return structuredClone(operation.run(call));
  const { things, children, comments, uploads } = world;
  const before = structuredClone({ things, children, comments, uploads });
  try {
    return structuredClone(operation.run(call));
  } catch (thrown) {
    Object.assign(world, before);
    throw thrown;
  }
}

function parse(text: string): Dict | undefined {
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    return isDict(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the params of a query. A repeated param, or one that ends with `[]`, is a list. */
function queryOf(params: URLSearchParams): Dict {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = params.getAll(name);
      return [name.replace("[]", ""), all.length > 1 || name.endsWith("[]") ? all : all[0]];
    }),
  );
}

const rateLimited = (seconds: number | null): Refusal =>
  new Refusal(429, "rate_limited", "You have been rate limited. Please try again later.", {
    retryAfter: seconds,
  });

const reply = (status: number, body: Dict, id: string, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { "x-notion-request-id": id, ...headers } });

function refusalReply({ status, code, message, more }: Refusal, request_id: string): Response {
  const { retryAfter, ...others } = more;
  const headers = typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {};
  return reply(status, { object: "error", status, code, message, ...others, request_id }, request_id, headers); // prettier-ignore
}

function withFault(
  fault: NotionFault,
  signal: AbortSignal | null | undefined,
  requestId: string,
  proceed: () => Promise<Response>,
): Promise<Response> {
  if (fault.kind === "refused") {
    const { status, code, message } = fault;
    return Promise.resolve(refusalReply(new Refusal(status, code, message ?? "Refused."), requestId));
  }
  const wording = {
    rateLimited: (seconds: number | null) => refusalReply(rateLimited(seconds), requestId),
    refused: () => new Response(),
  };
  return applyFault(fault, signal, wording, proceed);
}
