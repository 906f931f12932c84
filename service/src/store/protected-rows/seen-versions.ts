/**
 * The versions of an organization's list that a process has read. Nothing above this list is signed, so only the memory
 * of a process shows that somebody has put back the whole tree of an organization.
 */
export interface SeenVersions {
  /** Remembers the version of a committed list. Returns what `isCurrent` returns. */
  accept(organization: string, version: number, now: number): boolean;
  /** Returns false if the list is older than a list that was read a minute ago. */
  isCurrent(organization: string, version: number): boolean;
}

/** Two statements can run at the same time, and the response with the older version can come last. */
const settleMs = 30_000;

/** The maximum number of organizations to remember. */
const maxOrganizations = 10_000;

export function createSeenVersions(): SeenVersions {
  /** `since`: when `settled` got the value of `settling`, and `settling` the value of `newest`. */
  const seen = new Map<string, { settled: number; settling: number; newest: number; since: number }>();
  const isCurrent: SeenVersions["isCurrent"] = (organization, version) =>
    version >= (seen.get(organization)?.settled ?? 0);
  return {
    isCurrent,
    accept(organization, version, now) {
      const last = seen.get(organization) ?? { settled: 0, settling: 0, newest: 0, since: now };
      const newest = Math.max(last.newest, version);
      const isDue = now - last.since >= settleMs;
      seen.delete(organization);
      seen.set(
        organization,
        isDue ? { settled: last.settling, settling: last.newest, newest, since: now } : { ...last, newest },
      );
      if (seen.size > maxOrganizations) seen.delete(seen.keys().next().value!);
      return isCurrent(organization, version);
    },
  };
}
