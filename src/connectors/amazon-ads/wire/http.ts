import type { PlatformClient, PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { operations } from "../operations/index.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { createAuthorizedRequest } from "./authorized-request.ts";
import { isRefusedBatch } from "../operations/batch-response.ts";
import { rangeWarnings } from "./bid-ranges.ts";
import { createProfiles, type Profile } from "./find-profile.ts";
import { openReportFile, putFile } from "./stored-files.ts";
import { createOperationQueue } from "./operation-queue.ts";
import { createParentNames } from "./parent-names.ts";
import { regionOf, regions } from "./regions.ts";
import type { LoginCredentials } from "./token-refresh.ts";

/**
 * The maximum number of concurrent requests for one operation in one profile. Without this limit, Amazon would refuse
 * most requests of a large burst, and most of their retries. Amazon publishes no rate limits.
 */
const concurrentRequests = 10;

export function connectAmazonAds(
  credentials: LoginCredentials,
  options: PlatformClientOptions,
): PlatformClient {
  const { endpoint, replaced, clock } = options;
  const request = createAuthorizedRequest(credentials, options, () => profiles.known());
  const queue = createOperationQueue({ most: concurrentRequests, clock });

  const readProfiles = async (how: SendOptions, base = endpoint) => {
    const { body } = await request("profiles.list", {}, { ...how, base });
    return Array.isArray(body) ? (body as Profile[]) : [];
  };
  const searchOtherRegions = async (how: SendOptions) => {
    // If another server replaces Amazon, no request may go to Amazon.
    if (replaced) return undefined;
    return findOtherRegions(endpoint, (address) => readProfiles(how, address));
  };
  /** Returns an empty list if manager accounts cannot be read, because most logins have none. */
  const readManagers = async (how: SendOptions) => {
    try {
      const { body } = await request("managerAccounts.list", {}, { ...how, waits: { left: 0 } });
      return managersIn(body);
    } catch (error) {
      if (ConnectorError.is(error) && error.code === "aborted") throw error;
      return [];
    }
  };
  const profiles = createProfiles(
    async (signal) => {
      const how = { repeatable: true, signal };
      const found = await readProfiles(how);
      return { profiles: found, otherRegions: found.length > 0 ? undefined : await searchOtherRegions(how) };
    },
    { clock, region: endpoint },
  );

  async function send(name: string, args: Dict, how: SendOptions): Promise<PlatformReply> {
    if (how.raw)
      return how.raw.account === undefined
        ? request(name, args, how)
        : sendInProfile(name, args, how.raw.account, how);
    const operation: AdsOperation = operations[name]!;
    if (operation.file) return openReportFile(String(args.url), options, how.signal);
    if (operation.upload)
      return putFile(String(args.url), args.bytes as Uint8Array<ArrayBuffer>, options, how);
    if (operation.fromList) {
      const { profileId, profile } = await profiles.find(args.profileId, how.signal);
      return { body: profile ?? { profileId }, headers: new Headers() };
    }
    if (!operation.needsProfile) return sendWithoutProfile(name, args, how);
    const { profileId, ...rest } = args;
    return sendInProfile(name, rest, profileId, how);
  }

  async function sendWithoutProfile(name: string, args: Dict, how: SendOptions): Promise<PlatformReply> {
    const reply = await request(name, args, how);
    if (name !== "profiles.list" || !Array.isArray(reply.body) || reply.body.length > 0) return reply;
    const otherRegions = await searchOtherRegions(how);
    return otherRegions === undefined ? reply : { ...reply, warnings: [otherRegions] };
  }

  async function sendInProfile(
    name: string,
    rest: Dict,
    asked: unknown,
    how: SendOptions,
  ): Promise<PlatformReply> {
    const { profileId, profile } = await profiles.find(asked, how.signal);
    const warnings = rangeWarnings(name, rest, profile?.countryCode);
    const batch = how.raw ? undefined : operations[name]!.batch;
    const reply = await queue.run(`Amazon Ads ${name} in profile ${profileId}`, how, (onRefused) =>
      request(name, rest, { ...how, onRefused, profileId }),
    );
    return {
      ...reply,
      meta: {
        ...(profile ? { profile: paidBy(profile), currency: profile.currencyCode } : {}),
        ...(!how.raw && typeof asked === "string" && asked.trim() !== profileId ? { profileId } : {}),
      },
      ...(batch && isRefusedBatch(reply.body, batch.key) ? { unchanged: true } : {}),
      ...(warnings.length > 0 ? { warnings: [...(reply.warnings ?? []), ...warnings] } : {}),
    };
  }

  const names = createParentNames((operation, args) => {
    // Reading the names of parents must not delay the result.
    return send(operation, args, { repeatable: true, waits: { left: 0 } });
  }, clock);

  return {
    send,
    passesBeforeSend: true,
    async enrich(result, { params: { profileId: asked }, signal, operation }) {
      const records = (Array.isArray(result.data) ? result.data : [result.data]).filter(isDict);
      const { profileId } = isDict(result.meta?.profile) ? result.meta.profile : { profileId: asked };
      const found = await rejectOnAbort(names.of(records, operation, String(profileId)), signal);
      if (Object.keys(found).length === 0) return result;
      // The usage of budgets has a row for each record, so the name stands in the row.
      if (operation.endsWith(".budget_usage"))
        return { data: records.map((record) => withName(record, found)), meta: result.meta };
      return { data: result.data, meta: { ...result.meta, names: found } };
    },
    async identify(how) {
      const [found, managers] = await Promise.all([readProfiles(how), readManagers(how)]);
      const otherRegions = found.length === 0 ? await searchOtherRegions(how) : undefined;
      return {
        identity: {
          region: regionOf(endpoint),
          profiles: found.slice(0, 50).map(({ profileId, countryCode, accountInfo }) => ({
            profileId,
            countryCode,
            name: accountInfo?.name,
            type: accountInfo?.type,
          })),
          ...(managers.length > 0 ? { managers } : {}),
          ...(otherRegions === undefined ? {} : { warning: otherRegions }),
        },
      };
    },
  };
}

function withName(record: Dict, names: Readonly<Record<string, string>>): Dict {
  const { campaignId, portfolioId, ...usage } = record;
  const name = names[String(campaignId ?? portfolioId)];
  return name === undefined
    ? record
    : { ...(campaignId === undefined ? { portfolioId } : { campaignId }), name, ...usage };
}

/** An account of Amazon DSP has no profile, so its `profileId` is null. */
const managersIn = (body: unknown) =>
  dicts(at(body, "managerAccounts"))
    .slice(0, 20)
    .map(({ managerAccountId, managerAccountName, linkedAccounts }) => ({
      id: managerAccountId,
      name: managerAccountName,
      accounts: dicts(linkedAccounts).map(({ accountId, accountName, accountType, profileId }) => ({
        id: accountId,
        name: accountName,
        type: accountType,
        profileId: profileId || null,
      })),
    }));

/** Returns the profile that pays. The caps of one day need the profile's time zone. */
const paidBy = ({ profileId, currencyCode, timezone }: Profile) => ({ profileId, currencyCode, timezone });

/** Returns a message that lists the other regions with profiles, or undefined if there are none. */
async function findOtherRegions(
  endpoint: string,
  readProfiles: (address: string) => Promise<readonly unknown[]>,
): Promise<string | undefined> {
  const others = Object.values(regions).filter((address) => address !== endpoint);
  const found = await Promise.all(
    others.map(async (address) => {
      // A region whose request fails counts as empty, because this search only improves an error message.
      const profiles = await readProfiles(address).catch(() => []);
      return { address, count: profiles.length };
    }),
  );
  const listed = found
    .filter(({ count }) => count > 0)
    .map(({ address, count }) => `${count} in the region ${regionOf(address)} (${address})`);
  return listed.length === 0
    ? undefined
    : `This login has profiles in another region: ${listed.join(", ")}. Set config.region to that region.`;
}
