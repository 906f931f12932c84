/**
 * The versions of an organization's list that a process has read. Nothing above this list is signed, so only the memory
 * of a process shows that somebody has put back the whole tree of an organization.
 */
export interface SeenVersions {
  /** Returns false if the list is older than a list that was read a minute ago. */
  accept(organization: string, version: number, now: number): boolean;
}

/** Two statements can run at the same time, and the response with the older version can come last. */
const settleMs = 30_000;

/** The maximum number of organizations to remember. */
const maxOrganizations = 10_000;

export function createSeenVersions(): SeenVersions {
  const seen = new Map<string, { settled: number; newest: number; since: number }>();
  return {
    accept(organization, version, now) {
      const last = seen.get(organization) ?? { settled: 0, newest: version, since: now };
      const newest = Math.max(last.newest, version);
      const next =
        now - last.since >= settleMs ? { settled: last.newest, newest, since: now } : { ...last, newest };
      seen.delete(organization);
      seen.set(organization, next);
      if (seen.size > maxOrganizations) seen.delete(seen.keys().next().value!);
      return version >= next.settled;
    },
  };
}
