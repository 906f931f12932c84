import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { fold } from "../../../core/ground/similar-names.ts";
import { regionOf } from "./regions.ts";

// Almost every call is about one profile: an advertiser's account in one country. Callers name it by id, country code or
// account name, or not at all where the login has only one.

export interface Profile {
  profileId: string;
  countryCode?: string | undefined;
  currencyCode?: string | undefined;
  timezone?: string | undefined;
  accountInfo?: { name?: string | undefined; type?: string | undefined; id?: string | undefined } | undefined;
}

export interface Scope {
  /** The profile that is meant. */
  find(asked: unknown, signal: AbortSignal | undefined): Promise<{ profileId: string; profile?: Profile }>;
  /** The profiles that this login can use, for messages; nothing is asked for them. */
  known(): readonly Profile[];
}

const keptMs = 10 * 60_000;

export function createScope(
  read: (
    signal: AbortSignal | undefined,
  ) => Promise<{ profiles: readonly Profile[]; elsewhere?: string | undefined }>,
  { clock, region }: { clock: Clock; region: string },
): Scope {
  let kept: { at: number; found: ReturnType<typeof read> } | undefined;
  let last: readonly Profile[] = [];
  /** Keeps what was found; a failure, or a login without profiles (it may get one at any time), is asked again. */
  const settle = async (mine: NonNullable<typeof kept>) => {
    try {
      last = (await mine.found).profiles;
      if (last.length > 0) return;
    } catch {
      // Whoever waits for it is told.
    }
    if (kept === mine) kept = undefined;
  };
  const all = async (signal: AbortSignal | undefined) => {
    if (!kept || clock.now() - kept.at > keptMs) {
      const mine = { at: clock.now(), found: read(undefined) };
      kept = mine;
      void settle(mine);
    }
    return failOnAbort("Amazon Ads profiles.list", kept.found, signal);
  };

  return {
    known: () => last,
    async find(asked, signal) {
      const text = typeof asked === "string" ? asked.trim() : undefined;
      const byId = text !== undefined && /^\d{1,20}$/.test(text);
      let found;
      try {
        found = await all(signal);
      } catch (error) {
        // An id needs no list, and Amazon has the last word on it. What is wrong with the credentials comes up again.
        if (byId && ConnectorError.is(error) && error.code !== "aborted") return { profileId: text };
        throw error;
      }
      const { profiles, elsewhere } = found;
      if (byId) {
        const profile = profiles.find(({ profileId }) => profileId === text);
        if (profile) return { profileId: text, profile: usable(profile) };
        return { profileId: text };
      }
      if (profiles.length === 0)
        throw refuse(
          `This login has no profiles in the region ${regionOf(region)}.`,
          elsewhere ?? "It has none in the other regions either: ask for access to an advertising account.",
        );
      const advertisers = profiles.filter((profile) => !isAgency(profile));
      if (text === undefined) {
        const [one, ...others] = advertisers;
        if (one && others.length === 0) return { profileId: one.profileId, profile: one };
        throw refuse(
          one
            ? `This login has ${advertisers.length} profiles; say which.`
            : "This login has agency profiles only.",
          one ? candidates(advertisers) : agencyHint,
        );
      }
      const wanted = fold(text);
      const matches = profiles.filter(
        ({ countryCode = "", accountInfo }) =>
          countryCode.toLowerCase() === text.toLowerCase() ||
          (text.toLowerCase() === "gb" && countryCode === "UK") ||
          (wanted !== "" && fold(accountInfo?.name ?? "") === wanted),
      );
      const meant = matches.length > 1 ? matches.filter((profile) => !isAgency(profile)) : matches;
      if (meant.length === 1) return { profileId: meant[0]!.profileId, profile: usable(meant[0]!) };
      throw refuse(
        meant.length === 0
          ? `No profile of this login is in, or is called, "${text.slice(0, 60)}".`
          : `"${text.slice(0, 60)}" means ${meant.length} profiles.`,
        candidates(meant.length > 1 ? meant : advertisers),
      );
    },
  };
}

const isAgency = ({ accountInfo }: Profile) => accountInfo?.type === "agency";

function usable(profile: Profile): Profile {
  if (isAgency(profile))
    throw refuse(
      `Profile ${profile.profileId} is an agency's; campaigns belong to an advertiser's.`,
      agencyHint,
    );
  return profile;
}

const agencyHint =
  "An agency profile is for Amazon DSP. Pass the profileId of a seller or vendor; profiles.list tells them.";

const refuse = (message: string, hint: string) =>
  new ConnectorError("invalid_params", message, { path: "params.profileId", hint });

/** `Pass profileId: "123" (US, Acme, seller), …`, cut to what a model can use. */
export function candidates(profiles: readonly Profile[]): string {
  const told = profiles
    .slice(0, 12)
    .map(
      ({ profileId, countryCode, accountInfo }) =>
        `"${profileId}" (${[countryCode, accountInfo?.name?.slice(0, 60), accountInfo?.type].filter(Boolean).join(", ")})`,
    );
  const more = profiles.length > 12 ? `; ${profiles.length - 12} more in profiles.list` : "";
  return `Pass profileId: ${told.join(" or ")}${more}.`;
}
