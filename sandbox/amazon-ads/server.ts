import type { Faults } from "../faults.ts";
import { answerConsent } from "./consent.ts";
import { authenticate, authorize, negotiate, styleOf } from "./authorization.ts";
import { type ErrorStyle, errorReply, isRefusal, refuse } from "./http/responses.ts";
import type { Call, Operation } from "./operation.ts";
import { type AmazonAdsFault, appliedByOperation } from "./fault-types.ts";
import { acceptFile } from "./uploads.ts";
import { respondWithFile } from "./jobs/report-files.ts";
import type { JobTimes } from "./jobs/job-types.ts";
import { readJson } from "./http/wire-json.ts";
import type { Limiter } from "./http/rate-limits.ts";
import { FILE, TOKEN, findOperation, operations } from "./all-operations.ts";
import { applyHttpFault } from "./apply-fault.ts";
import { type AmazonAdsCall, recordCall } from "./call-log.ts";
import { writeResponse } from "./http/write-response.ts";
import { type Target, route } from "./http/route-request.ts";
import { respondWithToken } from "./login-with-amazon.ts";
import type { AccessToken, Account, World } from "./world-types.ts";

export interface Server {
  world: World;
  faults: Faults<AmazonAdsFault>;
  /** Undefined if rate limits are switched off. */
  limiter: Limiter | undefined;
  calls: AmazonAdsCall[];
  times: JobTimes;
}

interface Exchange {
  request: Request;
  target: Target;
  text: string;
  name: string;
  operation: Operation | undefined;
  path: Record<string, string>;
  known: boolean;
  requestId: string;
  filesUrl: string;
  fault: AmazonAdsFault | undefined;
}

export async function serve(
  server: Server,
  request: Request,
  filesUrl: string,
  signal: AbortSignal | null | undefined = request.signal,
  target: Target = route(new URL(request.url)),
): Promise<Response> {
  const found = target.kind === "api" ? findOperation(request.method, target.path) : undefined;
  const name =
    found && "name" in found
      ? found.name
      : target.kind === "token"
        ? TOKEN
        : target.kind === "file"
          ? FILE
          : `${request.method} ${new URL(request.url).pathname}`;
  const exchange: Exchange = {
    request,
    target,
    text: await request.text(),
    name,
    operation: operations[name],
    path: found && "path" in found ? found.path : {},
    known: found !== undefined && "known" in found && found.known,
    requestId: server.world.newUuid(),
    filesUrl,
    fault: undefined,
  };
  const call = recordCall(server.world, request, exchange.text, name, target);
  server.calls.push(call);
  const fault = server.faults.take(name);
  if (fault) call.fault = fault.kind;
  exchange.fault = fault;
  const proceed = (): Promise<Response> => respondTo(server, exchange, call);
  const response =
    fault && !appliedByOperation.has(fault.kind)
      ? await applyHttpFault(fault, styleOf(exchange.operation), exchange.requestId, signal, proceed)
      : await proceed();
  call.status = response.status;
  return response;
}

async function respondTo(server: Server, exchange: Exchange, call: AmazonAdsCall): Promise<Response> {
  const { target, request, requestId } = exchange;
  if (target.kind === "file" && request.method === "PUT")
    return acceptFile(server.world, request, exchange.text);
  if (target.kind === "file") return respondWithFile(server.world, request, target.path, exchange.fault);
  if (target.kind === "consent") return answerConsent(server.world, request, exchange.text);
  if (target.kind === "token") {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    return writeResponse(await respondWithToken(server.world, request.headers, exchange.text), requestId);
  }
  const style: ErrorStyle = styleOf(exchange.operation);
  try {
    if (target.kind === "nowhere" || !exchange.operation)
      throw exchange.known
        ? refuse(405, "Method Not Allowed", { code: "METHOD_NOT_ALLOWED" })
        : refuse(404, "Could not find resource for full path", { code: "NOT_FOUND" });
    return await runOperation(server, exchange, exchange.operation, target);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    call.error = thrown.message;
    return writeResponse(errorReply(style, thrown, requestId), requestId);
  }
}

async function runOperation(
  server: Server,
  exchange: Exchange,
  operation: Operation,
  target: Extract<Target, { kind: "api" }>,
): Promise<Response> {
  const { world } = server;
  const { request, requestId } = exchange;
  const { headers } = request;
  const token = authenticate(world, headers);
  const account =
    operation.profile === "none" ? undefined : authorize(world, target.region, token, headers, operation);
  const media = negotiate(operation, request.method, headers);
  const body = readBody(operation, exchange.text);
  throttle(server, exchange, operation, target.region, token, account, body);
  const call: Call = {
    world,
    region: target.region,
    path: exchange.path,
    query: new URL(request.url).searchParams,
    headers,
    body,
    token,
    get account(): Account {
      if (!account) throw new Error(`${exchange.name} has no profile`);
      return account;
    },
    wantsRepresentation: /\breturn=representation\b/.test(headers.get("prefer") ?? ""),
    requestId,
    filesUrl: exchange.filesUrl,
    times: server.times,
    fault: exchange.fault,
  };
  const reply = await operation.run(call);
  const applied =
    call.wantsRepresentation && operation.writes ? { "preference-applied": "return=representation" } : {};
  return writeResponse(reply, requestId, {
    "x-amzn-remapped-x-amzn-remapped-content-type": media,
    ...applied,
  });
}

function throttle(
  server: Server,
  exchange: Exchange,
  operation: Operation,
  region: string,
  token: AccessToken,
  account: Account | undefined,
  body: unknown,
): void {
  const caller = `${region} ${token.client_id} ${account?.profile.profileId ?? ""}`;
  const wait = server.limiter?.take(exchange.name, caller, operation.weight?.(body) ?? 1) ?? 0;
  if (wait > 0) throw refuse(429, "Too Many Requests", { headers: { "retry-after": String(wait) } });
}

function readBody(operation: Operation, text: string): unknown {
  if (!operation.consumes || text.trim() === "") return undefined;
  try {
    return readJson(text);
  } catch {
    throw refuse(400, "Request body is not valid JSON");
  }
}
