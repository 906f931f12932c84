import type { Faults } from "../faults.ts";
import { authenticate, authorize, negotiate, styleOf } from "./access.ts";
import { type ErrorStyle, errorAnswer, isRefusal, refuse } from "./answer.ts";
import type { Call, Operation } from "./call.ts";
import { type AmazonAdsFault, playedByOperation } from "./faults.ts";
import { answerFile } from "./files.ts";
import type { JobTimes } from "./job-types.ts";
import { readJson } from "./json.ts";
import type { Limiter } from "./limits.ts";
import { FILE, TOKEN, findOperation, operations } from "./operations.ts";
import { playFault } from "./play.ts";
import { type AmazonAdsCall, recordCall } from "./record.ts";
import { respond } from "./respond.ts";
import { type Target, route } from "./routing.ts";
import { answerToken } from "./token.ts";
import type { AccessToken, Account, World } from "./world-state.ts";

export interface Server {
  world: World;
  faults: Faults<AmazonAdsFault>;
  /** Absent when rate limits are off. */
  limiter: Limiter | undefined;
  calls: AmazonAdsCall[];
  times: JobTimes;
}

/** One request, with what was found out about it. */
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

/** Answers one HTTP request as Amazon would; `filesUrl` is where the files of reports are. */
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
  const proceed = (): Promise<Response> => answer(server, exchange, call);
  const response =
    fault && !playedByOperation.has(fault.kind)
      ? await playFault(fault, styleOf(exchange.operation), exchange.requestId, signal, proceed)
      : await proceed();
  call.status = response.status;
  return response;
}

async function answer(server: Server, exchange: Exchange, call: AmazonAdsCall): Promise<Response> {
  const { target, request, requestId } = exchange;
  if (target.kind === "file") return answerFile(server.world, request, target.path, exchange.fault);
  if (target.kind === "token") {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    return respond(answerToken(server.world, request.headers, exchange.text), requestId);
  }
  const style: ErrorStyle = styleOf(exchange.operation);
  try {
    if (target.kind === "nowhere" || !exchange.operation)
      throw exchange.known
        ? refuse(405, "Method Not Allowed", { code: "METHOD_NOT_ALLOWED" })
        : refuse(404, "Could not find resource for full path", { code: "NOT_FOUND" });
    return await answerOperation(server, exchange, exchange.operation, target);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    call.error = thrown.message;
    return respond(errorAnswer(style, thrown, requestId), requestId);
  }
}

async function answerOperation(
  server: Server,
  exchange: Exchange,
  operation: Operation,
  target: Extract<Target, { kind: "api" }>,
): Promise<Response> {
  const { world } = server;
  const { request, requestId } = exchange;
  const { headers } = request;
  const token = authenticate(world, headers);
  const scoped =
    operation.scope === "none" ? undefined : authorize(world, target.region, token, headers, operation);
  const media = negotiate(operation, request.method, headers);
  const body = readBody(operation, exchange.text);
  throttle(server, exchange, operation, target.region, token, scoped, body);
  const call: Call = {
    world,
    region: target.region,
    path: exchange.path,
    query: new URL(request.url).searchParams,
    headers,
    body,
    token,
    get account(): Account {
      if (!scoped) throw new Error(`${exchange.name} has no profile`);
      return scoped;
    },
    whole: /\breturn=representation\b/.test(headers.get("prefer") ?? ""),
    requestId,
    filesUrl: exchange.filesUrl,
    times: server.times,
    fault: exchange.fault,
  };
  const given = await operation.run(call);
  const echo = call.whole && operation.writes ? { "preference-applied": "return=representation" } : {};
  return respond(given, requestId, {
    "x-amzn-remapped-x-amzn-remapped-content-type": media,
    ...echo,
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
  if (!operation.takes || text.trim() === "") return undefined;
  try {
    return readJson(text);
  } catch {
    throw refuse(400, "Request body is not valid JSON");
  }
}
