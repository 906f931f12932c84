import type { Client, ClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { HttpReply } from "../../../core/contract/http-types.ts";
import type { Reply } from "../../../core/contract/run-context.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { parseLossless } from "../../../core/ground/lossless-json.ts";
import { type AccessToken, createTokenCache } from "../../../core/wire/token-cache.ts";
import { rangeWarnings } from "./bid-ranges.ts";
import { operations } from "../operations/index.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { adsError, readRefusal } from "./errors.ts";
import { idsAsText } from "./ids-as-text.ts";
import { type LoginCredentials, refreshToken } from "./token-refresh.ts";
import { openFile } from "./open-report-file.ts";
import { type Profile, createScope } from "./find-profile.ts";
import { createQueue } from "./operation-queue.ts";
import { regionOf, regions, tokenOrigin } from "./regions.ts";
import { buildRequest } from "./build-request.ts";

/** Tokens live an hour; Amazon asks for a new one before that. */
const earlyMs = 300_000;

/**
 * Requests of one operation in one profile that are under way at once. Amazon publishes no rate to keep to, and refuses
 * what is too much for it: of calls that start together, all but the first would be refused again and again. Here they
 * wait, for as long as Amazon tells those that it has refused.
 */
const atOnce = 10;

interface How extends SendOptions {
  /** Another region than that of the connector. */
  base?: string;
  /** Called when a read is refused because there are too many, and will be tried again. */
  refused?: () => void;
}

/** Amazon's wire: a bearer token, the client's id and the profile in headers, a media type per resource. */
export function connectAmazonAds(credentials: LoginCredentials, options: ClientOptions): Client {
  const { http, endpoint, replaced, clock } = options;
  const tokens = createTokenCache(() => refreshToken(http, replaced ? endpoint : tokenOrigin, credentials), {
    clock,
    earlyMs,
    around: options.aroundRefresh,
  });
  const inTurn = createQueue({ most: atOnce, clock });
  // What is shorter is no secret of Amazon's, and may stand in any answer.
  const secrets = [credentials.client_secret, credentials.refresh_token].filter(({ length }) => length >= 8);
  const redact = (text: string) =>
    secrets
      .reduce((safe, secret) => safe.replaceAll(secret, "[secret]"), text)
      .replace(/Atz[ar]\|[\w.~+/=-]+/g, "[token]");

  /** One request, once more where the token was refused and a newer one can be had. */
  async function request(
    name: string,
    args: Dict,
    { repeatable, signal, waits, base = endpoint, refused }: How,
    profileId?: string,
  ): Promise<Reply> {
    const operation: AdsOperation = operations[name]!;
    const what = `Amazon Ads ${name}`;
    const { path, headers, body } = buildRequest(operation, args);
    const once = (token: AccessToken) =>
      http({
        what,
        method: operation.method,
        url: base + path,
        headers: {
          ...headers,
          authorization: `Bearer ${token.value}`,
          "amazon-advertising-api-clientid": credentials.client_id,
          ...(profileId === undefined ? {} : { "amazon-advertising-api-scope": profileId }),
        },
        body,
        repeatable,
        // A read is tried again whenever its error says so.
        retry: repeatable
          ? ({ code, retryable }) => {
              if (code === "upstream_rate_limited") refused?.();
              return retryable;
            }
          : undefined,
        signal,
        waits,
        read: (reply): Reply | ConnectorError => {
          try {
            return readReply(
              { name, args, operation, repeatable, redact, profileId, profiles: scope.known() },
              reply,
            );
          } catch (error) {
            if (reply.status === 401 && ConnectorError.is(error)) return error;
            throw error;
          }
        },
      });
    const token = await failOnAbort(what, tokens.get(signal), signal);
    const first = await once(token);
    if (!(first instanceof ConnectorError)) return first;
    // Refused before anything was done: once more, where a newer token can be had, and never a third time.
    const newer = await failOnAbort(what, tokens.getNewer(token, signal), signal);
    const second = newer ? await once(newer) : first;
    if (second instanceof ConnectorError) throw second;
    return second;
  }

  const readProfiles = async (how: How) => {
    const reply = await request("profiles.list", {}, how);
    return Array.isArray(reply.body) ? (reply.body as Profile[]) : [];
  };

  /** Where the profiles are, when this region has none: one read at each of the others, with the same token. */
  async function elsewhere(send: SendOptions): Promise<string | undefined> {
    if (replaced) return undefined;
    const found = await Promise.all(
      Object.values(regions)
        .filter((address) => address !== endpoint)
        .map(async (address) => ({
          address,
          count: await readProfiles({ ...send, base: address }).then(
            ({ length }) => length,
            () => 0,
          ),
        })),
    );
    const told = found
      .filter(({ count }) => count > 0)
      .map(({ address, count }) => `${count} in the region ${regionOf(address)} (${address})`);
    return told.length === 0
      ? undefined
      : `This login has its profiles elsewhere: ${told.join(", ")}. Set config.region to that.`;
  }
  const scope = createScope(
    async (signal) => {
      const send = { repeatable: true, signal };
      const profiles = await readProfiles(send);
      return profiles.length > 0 ? { profiles } : { profiles, elsewhere: await elsewhere(send) };
    },
    { clock, region: endpoint },
  );

  async function send(name: string, args: Dict, how: SendOptions): Promise<Reply> {
    const operation: AdsOperation = operations[name]!;
    if (operation.file) return openFile(String(args.url), options, how.signal);
    if (!operation.scope) {
      const reply = await request(name, args, how);
      if (name !== "profiles.list" || !Array.isArray(reply.body) || reply.body.length > 0) return reply;
      const where = await elsewhere(how);
      return where === undefined ? reply : { ...reply, warnings: [where] };
    }
    const { profileId: asked, ...rest } = args;
    const { profileId, profile } = await scope.find(asked, how.signal);
    const warnings = rangeWarnings(name, rest, profile?.countryCode);
    const reply = await inTurn(`Amazon Ads ${name} in profile ${profileId}`, how, (refused) =>
      request(name, rest, { ...how, refused }, profileId),
    );
    return warnings.length > 0 ? { ...reply, warnings: [...(reply.warnings ?? []), ...warnings] } : reply;
  }

  return {
    send,
    async identify(how) {
      const profiles = await readProfiles(how);
      const where = profiles.length === 0 ? await elsewhere(how) : undefined;
      return {
        identity: {
          region: regionOf(endpoint),
          profiles: profiles.slice(0, 50).map(({ profileId, countryCode, accountInfo }) => ({
            profileId,
            countryCode,
            name: accountInfo?.name,
            type: accountInfo?.type,
          })),
          ...(where === undefined ? {} : { warning: where }),
        },
      };
    },
  };
}

interface Sent {
  args: Dict;
  name: string;
  operation: AdsOperation;
  repeatable: boolean;
  redact: (text: string) => string;
  profileId: string | undefined;
  profiles: readonly Profile[];
}

function readReply(sent: Sent, { status, headers, text }: HttpReply): Reply {
  const { name, operation, args, repeatable, redact, profileId, profiles } = sent;
  const body = parse(redact(text));
  const request_id = requestId(headers, body);
  if (status >= 400)
    throw adsError(readRefusal(status, body), {
      what: `Amazon Ads ${name}`,
      operation,
      request_id,
      profileId,
      profiles,
    });
  if (body === undefined)
    throw new ConnectorError(
      "upstream_invalid_response",
      `Amazon Ads ${name} answered with something that is not JSON.`,
      {
        hint: repeatable
          ? "Call again later."
          : "It is not known whether it was done. Look before you send it again.",
        outcome: repeatable ? "not_started" : "unknown",
        platform: { status, request_id },
      },
    );
  const told = idsAsText(body);
  return { body: operation.offset ? pageOf(told, args) : told, headers };
}

/** A page of an array that is read by index: a full one may have another behind it. */
function pageOf(body: unknown, { startIndex = 0, count }: Dict): unknown {
  if (!Array.isArray(body)) return body;
  const full = body.length > 0 && body.length >= Number(count);
  return { items: body, ...(full ? { next: String(Number(startIndex) + body.length) } : {}) };
}

/** `x-amz-rid` is what Amazon's support asks for. */
function requestId(headers: Headers, body: unknown): string | undefined {
  const inBody = isDict(body) && typeof body.requestId === "string" ? body.requestId : undefined;
  const id = headers.get("x-amz-rid") ?? headers.get("x-amzn-requestid") ?? inBody;
  return id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}

function parse(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
