import { quoteOthers } from "../../../core/ground/quote-others.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { foldName } from "../../../core/ground/similar-names.ts";
import { regionOf } from "./regions.ts";

// Almost every call is for one profile, which is the account of an advertiser in one country. A call selects the
// profile by id, country code or account name. A login with only one profile needs no param `profileId`.

export interface Profile {
  profileId: string;
  countryCode?: string | undefined;
  currencyCode?: string | undefined;
  timezone?: string | undefined;
  accountInfo?: { name?: string | undefined; type?: string | undefined; id?: string | undefined } | undefined;
}

export interface Profiles {
  /** Finds the profile that `asked` selects. `profile` is absent if the list lacks the id or cannot be read. */
  find(asked: unknown, signal: AbortSignal | undefined): Promise<{ profileId: string; profile?: Profile }>;
  /** Returns the profiles of the last list request. Sends no request. */
  known(): readonly Profile[];
}

interface ProfileList {
  profiles: readonly Profile[];
  /**
   * A message about the other regions in which the login has profiles. Present only if the login has no profiles in
   * this region.
   */
  otherRegions?: string | undefined;
}

const keptMs = 10 * 60_000;

export function createProfiles(
  readList: (signal: AbortSignal | undefined) => Promise<ProfileList>,
  { clock, region }: { clock: Clock; region: string },
): Profiles {
  const list = cacheList(readList, clock);
  return {
    known: list.known,
    async find(asked, signal) {
      const id = isProfileId(asked) ? asked.trim() : undefined;
      let found;
      try {
        found = await list.get(signal);
      } catch (error) {
        // An id is usable even if the list cannot be read. With wrong credentials, the call itself fails with the
        // same error.
        if (id !== undefined && ConnectorError.is(error) && error.code !== "aborted")
          return { profileId: id };
        throw error;
      }
      if (id !== undefined) {
        const profile = found.profiles.find(({ profileId }) => profileId === id);
        return profile ? { profileId: id, profile: requireAdvertiser(profile) } : { profileId: id };
      }
      if (found.profiles.length === 0)
        throw invalidProfile(
          `This login has no profiles in the region ${regionOf(region)}.`,
          found.otherRegions ??
            "It has no profiles in the other regions either. Ask for access to an advertising account.",
        );
      const profile = selectProfile(asked, found.profiles);
      return { profileId: profile.profileId, profile };
    },
  };
}

export const isProfileId = (asked: unknown): asked is string =>
  typeof asked === "string" && /^\d{1,20}$/.test(asked.trim());

/**
 * Returns the profile with this country code or account name. Without `asked`, returns the only profile.
 * @throws ConnectorError `invalid_params` if no profile or several profiles match
 */
export const selectProfile = (asked: unknown, profiles: readonly Profile[]): Profile =>
  typeof asked === "string" ? profileNamed(asked.trim(), profiles) : onlyProfile(profiles);

/**
 * Caches the list of profiles for ten minutes. Failures and empty lists are not cached, because a login can get
 * profiles at any time.
 */
function cacheList(readList: (signal: AbortSignal | undefined) => Promise<ProfileList>, clock: Clock) {
  let cached: { at: number; list: Promise<ProfileList> } | undefined;
  let last: readonly Profile[] = [];
  const settle = async (entry: NonNullable<typeof cached>) => {
    try {
      last = (await entry.list).profiles;
      if (last.length > 0) return;
    } catch {
      // The callers of `get` receive this error.
    }
    if (cached === entry) cached = undefined;
  };
  return {
    known: () => last,
    get(signal: AbortSignal | undefined): Promise<ProfileList> {
      if (!cached || clock.now() - cached.at > keptMs) {
        // Other callers can be waiting for the same list, so the request ignores the caller's signal.
        const entry = { at: clock.now(), list: readList(undefined) };
        cached = entry;
        void settle(entry);
      }
      return failOnAbort("Amazon Ads profiles.list", cached.list, signal);
    },
  };
}

function onlyProfile(profiles: readonly Profile[]): Profile {
  const advertisers = profiles.filter((profile) => !isAgency(profile));
  const [first] = advertisers;
  if (!first) throw invalidProfile("This login has agency profiles only.", agencyHint);
  if (advertisers.length === 1) return first;
  throw invalidProfile(
    `profileId is missing: this login has ${advertisers.length} profiles.`,
    candidates(advertisers),
  );
}

/** Finds a profile by country code or account name. If several match, leaves out the profiles of agencies. */
function profileNamed(text: string, profiles: readonly Profile[]): Profile {
  const country = countryOf(text);
  const name = foldName(text);
  const matches = profiles.filter(
    ({ countryCode = "", accountInfo }) =>
      countryOf(countryCode) === country || (name !== "" && foldName(accountInfo?.name ?? "") === name),
  );
  const advertisers = profiles.filter((profile) => !isAgency(profile));
  const meant = matches.length > 1 ? matches.filter((profile) => !isAgency(profile)) : matches;
  if (meant.length === 1) return requireAdvertiser(meant[0]!);
  const shown = `"${text.slice(0, 60)}"`;
  throw meant.length === 0
    ? invalidProfile(
        `No profile of this login has the country code or account name ${shown}.`,
        candidates(advertisers),
      )
    : invalidProfile(`${shown} matches ${meant.length} profiles of this login.`, candidates(meant));
}

/** Amazon's code for Great Britain is UK, not GB. */
const countryOf = (code: string) => code.toUpperCase().replace(/^GB$/, "UK");

const isAgency = ({ accountInfo }: Profile) => accountInfo?.type === "agency";

function requireAdvertiser(profile: Profile): Profile {
  if (!isAgency(profile)) return profile;
  throw invalidProfile(
    `Profile ${profile.profileId} belongs to an agency; calls need the profile of an advertiser.`,
    agencyHint,
  );
}

const agencyHint =
  "An agency profile is for Amazon DSP. Pass the profileId of a seller or vendor. To list them, call profiles.list.";

const invalidProfile = (message: string, hint: string) =>
  new ConnectorError("invalid_params", message, { path: "params.profileId", hint });

/** Returns a hint such as `Pass profileId: "123" (US, Acme, seller) or …`, with at most twelve profiles. */
export function candidates(profiles: readonly Profile[]): string {
  const listed = profiles
    .slice(0, 12)
    .map(
      ({ profileId, countryCode, accountInfo }) =>
        `"${profileId}" (${[countryCode, accountInfo?.name && quoteOthers(accountInfo.name, 60), accountInfo?.type].filter(Boolean).join(", ")})`,
    );
  const more = profiles.length > 12 ? `; ${profiles.length - 12} more in profiles.list` : "";
  return `Pass profileId: ${listed.join(" or ")}${more}.`;
}
