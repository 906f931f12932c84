import type { ConnectorOptions, RequestOptions } from "../contract/call-options.ts";
import { defaultTotalWaitMs } from "../contract/call-options.ts";
import type { PlatformClient, GivenRequest } from "../contract/client.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { type Effect, effects } from "../contract/effect.ts";
import type { Policy } from "../contract/policy.ts";
import type { Result } from "../contract/result.ts";
import { settle } from "../ground/abort.ts";
import { safeReport } from "../ground/call-progress.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, readDict, show } from "../ground/json.ts";
import { toPlainJson } from "../ground/plain-json.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { enforceRequest, requestEffects } from "../policy/enforce-request.ts";
import type { WriteJournal } from "../journal/write-journal.ts";
import { nextCursor } from "../wire/paging.ts";
import { beginEvent, withEvent } from "./call-event.ts";
import { takeEventTokens } from "./event-tokens.ts";
import { beforeFirstWrite } from "./run-before-write.ts";
import { trackWrites } from "./track-writes.ts";

/** Sends a request that no action covers. `Connector.request` documents it. */
export type SendRequest = (target: unknown, params?: unknown, options?: unknown) => Promise<Result<never>>;

interface RequestParts extends Pick<ConnectorOptions, "onCall" | "tracing" | "beforeWrite" | "totalWaitMs"> {
  journal: WriteJournal | undefined;
  /** Absent in hosted mode. */
  client: PlatformClient | undefined;
  policies: readonly Policy[];
  clock: Clock;
}

const options = {
  effect: { says: effects.join(", "), is: (value) => effects.includes(value as Effect) },
  query: optionTypes.object,
  headers: optionTypes.object,
  signal: optionTypes.signal,
  context: optionTypes.anything,
  onProgress: optionTypes.function,
} satisfies Record<keyof RequestOptions, OptionType>;

export function createRequest(connector: ConnectorDefinition, parts: RequestParts): SendRequest {
  const { client, policies, beforeWrite, totalWaitMs = defaultTotalWaitMs } = parts;
  const { title, rawRequests, caps = [] } = connector;
  const known = { ...options, ...(rawRequests?.account && { [rawRequests.account]: optionTypes.string }) };

  return (target, params = {}, given) => {
    const progress = beginEvent(connector.name, "request", target);
    return withEvent(parts, progress, params, async () => {
      const read = readOptions(given, known, "options", "options.");
      const { effect: declared, signal, onProgress, query = {} } = read as RequestOptions;
      const account = rawRequests?.account && (read[rawRequests.account] as string | undefined);
      progress.context = takeEventTokens(connector, read.context).rest;
      const found = requestEffects(declared ?? "destructive", caps.length > 0);
      const effect = (progress.effect = found[0]!);
      if (!client)
        throw unavailable("request() works only in open source mode, because the service runs only actions.");
      if (!rawRequests) throw unavailable(`The connector for ${title} has no request().`);
      const what = `${title} ${typeof target === "string" ? cut(target, 200) : show(target)}`;
      const { operation, args } = rawRequests.operation({
        target: typeof target === "string" && target.length <= 2000 ? target : "",
        params: plainJson(params, "params") as GivenRequest["params"],
        query: plainJson(query, "options.query") as Dict,
        headers: readHeaders(read.headers),
      });
      progress.params = isDict(params) ? Object.keys(params) : [];
      const hasAudience = connector.audience !== undefined;
      enforceRequest(policies, { what, isDeclared: declared !== undefined, effects: found, hasAudience });

      const raw = { operation, account };
      const waits = { left: totalWaitMs, report: safeReport(onProgress), seen: progress };
      const how = { signal, waits, raw };
      const record = parts.journal?.write({
        context: progress.context,
        entity: "request",
        action: progress.action,
        effects: found,
        params,
      });
      const writes = trackWrites(
        client,
        beforeFirstWrite(beforeWrite, progress.context, record),
        undefined,
        record?.answered,
      );
      const name = String(target);
      progress.sent = true;
      const send = () =>
        effect === "read"
          ? client.send(name, args, { ...how, repeatable: true })
          : writes.send(name, args, how);
      const reply = await send().catch(async (error: unknown) => {
        if (record) await settle(record.end({ error }), signal);
        throw rawRequests.account === undefined ? error : atOption(error, rawRequests.account);
      });
      if (record) await settle(record.end({ data: undefined, meta: {} }), signal);
      const { status, request_id } = reply.platform ?? {};
      const cursor = operation.paging && nextCursor(operation.paging, { reply });
      return {
        data: reply.body as never,
        meta: {
          ...reply.meta,
          ...(status === undefined ? {} : { status }),
          ...(request_id === undefined ? {} : { request_id }),
          ...(cursor === undefined ? {} : { next_cursor: cursor }),
        },
      };
    });
  };
}

function readHeaders(given: unknown = {}): Record<string, string> {
  const headers = Object.entries(readDict(given) ?? { headers: given });
  const wrong = headers.find(([, value]) => typeof value !== "string");
  if (wrong) throw optionError("options.headers", `options.headers: ${show(wrong[0])} must be a text.`);
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value as string]));
}

const unavailable = (message: string) =>
  new ConnectorError("config_error", message, { path: "request", hint: "Call an action." });

function plainJson(value: unknown, path: string): unknown {
  const copied = toPlainJson(value);
  const isGiven = "value" in copied && typeof copied.value === "object" && copied.value !== null;
  if (isGiven) return copied.value;
  const issues = "issues" in copied ? copied.issues : [];
  const [first] = issues;
  throw new ConnectorError(
    "invalid_params",
    first
      ? `${path}: ${[first.path, first.message].filter(Boolean).join(": ")}.`
      : `${path} must be an object.`,
    { path, ...(issues.length > 0 ? { issues } : {}), hint: "Pass plain JSON." },
  );
}

/** An action takes the account as a param. Here it is an option. */
function atOption(error: unknown, account: string): unknown {
  if (!ConnectorError.is(error) || error.path !== `params.${account}`) return error;
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, path: `options.${account}` });
}
