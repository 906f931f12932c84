import { type Fault, type Faults, applyFault } from "../faults.ts";
import { answerConsent, consentPath } from "./consent.ts";
import { runMethod } from "./run-method.ts";
import {
  type ReceivedRequest,
  bearer,
  methodOf,
  readRequest,
  respond,
  respondRateLimited,
} from "./call/http-format.ts";
import type { Fields } from "./fields.ts";
import { type FileRequest, answerFileRequest, fileRequestOf, withFileOrigin } from "./files/file-host.ts";
import type { RateLimits } from "./call/rate-limits.ts";
import { deliverDue } from "./deliver-scheduled.ts";
import { findMethod } from "./methods/index.ts";
import type { Method } from "./call/method.ts";
import { acceptedFrom } from "./call/scopes.ts";
import type { Token, TokenKind } from "./types.ts";
import type { Workspace } from "./workspace.ts";

export interface SandboxCall {
  /** The Slack method. For a file, `files.upload` or `files.download`. */
  method: string;
  verb: string;
  contentType: string | undefined;
  /** The kind of the token. The token itself is not recorded. */
  token: TokenKind | "none" | "unknown";
  args: Fields;
  /** The time on the sandbox's clock, in milliseconds since 1970. */
  at: number;
  /** The HTTP status of the response, or 0 if the request got no response. */
  status: number;
  ok: boolean;
  error?: string;
  fault?: Fault["kind"];
}

export interface Server {
  workspace: Workspace;
  faults: Faults;
  /** Undefined if rate limits are switched off. */
  limiter: RateLimits | undefined;
  calls: SandboxCall[];
}

export async function serve(
  server: Server,
  request: Request,
  signal: AbortSignal | null | undefined = request.signal,
  /** The origin of the file addresses in responses. Default: Slack's file host. */
  origin?: string,
): Promise<Response> {
  const method = methodOf(request.url);
  const file = method === undefined ? fileRequestOf(request) : undefined;
  if (file) return serveFile(server, request, file, signal);
  if (new URL(request.url).pathname === consentPath) return answerConsent(server.workspace, request);
  if (method === undefined) return new Response("<!DOCTYPE html><title>404</title>", { status: 404 });
  if (request.method !== "GET" && request.method !== "POST") return new Response(null, { status: 405 });
  const found = findMethod(method);
  const received = await readRequest(method, request, !found?.formOnly);
  const token = server.workspace.tokens.get(received.token ?? "");
  const call: SandboxCall = {
    method,
    verb: received.verb,
    contentType: received.contentType,
    token: token?.kind ?? (received.token === undefined ? "none" : "unknown"),
    args: withoutSecrets(received.args),
    at: server.workspace.clock.now(),
    status: 0,
    ok: false,
  };
  server.calls.push(call);
  const headers = standardHeaders(server.calls.length, found, token);

  const handle = async (): Promise<Response> => {
    deliverDue(server.workspace);
    const limited = { method, rate: found?.rate, token: received.token ?? "", channel: channelOf(received) };
    const wait = token ? (server.limiter?.take(limited) ?? 0) : 0;
    if (wait > 0) {
      call.error = "ratelimited";
      return respondRateLimited(wait, headers);
    }
    const answer = await runMethod(server.workspace, received, token);
    call.ok = answer["ok"] === true;
    if (typeof answer["error"] === "string") call.error = answer["error"];
    return respond(withFileOrigin(answer, origin), headers);
  };
  return withFault(server, call, { headers, signal }, handle);
}

const SECRETS: ReadonlySet<string> = new Set([
  "client_secret",
  "refresh_token",
  "code",
  "code_verifier",
  "assertion",
]);

const withoutSecrets = (args: Fields): Fields =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, SECRETS.has(name) ? "[hidden]" : value]),
  );

async function serveFile(
  server: Server,
  request: Request,
  file: FileRequest,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const { workspace } = server;
  const secret = bearer(request.headers.get("authorization"));
  const token = workspace.tokens.get(secret ?? "");
  const call: SandboxCall = {
    method: file.operation,
    verb: request.method,
    contentType: request.headers.get("content-type") ?? undefined,
    token: token?.kind ?? (secret === undefined ? "none" : "unknown"),
    args: file.operation === "files.upload" ? {} : { file: file.subject },
    at: workspace.clock.now(),
    status: 0,
    ok: false,
  };
  server.calls.push(call);
  return withFault(server, call, { headers: {}, signal }, async () => {
    const response = await answerFileRequest(workspace, file, request, token);
    call.ok = response.ok;
    return response;
  });
}

async function withFault(
  server: Server,
  call: SandboxCall,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal | null | undefined },
  handle: () => Promise<Response>,
): Promise<Response> {
  const fault = server.faults.take(call.method);
  if (!fault) {
    const response = await handle();
    call.status = response.status;
    return response;
  }
  call.fault = fault.kind;
  const response = await applyFault(fault, signal, faultResponses(call, headers), handle);
  call.status = response.status;
  return response;
}

function faultResponses(
  call: SandboxCall,
  headers: Record<string, string>,
): Parameters<typeof applyFault>[2] {
  return {
    rateLimited: (retryAfter) => {
      call.error = "ratelimited";
      return respondRateLimited(retryAfter, headers);
    },
    refused: (error, fields) => {
      call.error = error;
      return respond({ ok: false, error, ...fields }, headers);
    },
  };
}

function standardHeaders(
  count: number,
  method: Method | undefined,
  token: Token | undefined,
): Record<string, string> {
  return {
    "x-slack-req-id": count.toString(16).padStart(32, "0"),
    ...(token && !token.refused
      ? {
          "x-oauth-scopes": token.scopes.join(","),
          "x-accepted-oauth-scopes": ((method && acceptedFrom(method.scopes, token.kind)) ?? []).join(","),
        }
      : {}),
  };
}

const channelOf = ({ args }: ReceivedRequest): string | undefined =>
  typeof args["channel"] === "string" ? args["channel"] : undefined;
