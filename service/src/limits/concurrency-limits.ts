import { ConnectorError } from "agent-connectors";
import type { PlaceLimits, ServiceLimits } from "./limit-values.ts";

/** The tenant whose work takes a place. Without `connector`, the limit per connector does not apply. */
export interface PlaceOwner {
  organization: string;
  workspace: string;
  connector?: string | undefined;
}

export interface ConcurrencyLimits {
  /**
   * Counts a call as running. The caller must run the returned function when the call ends.
   * @throws ConnectorError `concurrency_limited`
   */
  beginCall(owner: PlaceOwner): () => void;
  /** Calls `run`, and counts one running call until `run` ends. */
  aroundCall<T>(owner: PlaceOwner, run: () => Promise<T>): Promise<T>;
  /**
   * Counts a request with a large body, which takes much memory. The caller must run the returned function when the
   * request ends.
   * @throws ConnectorError `concurrency_limited`
   */
  beginUpload(owner: PlaceOwner): () => void;
  /**
   * Counts a refresh of the platform's tokens. Calls that wait for the same refresh count as one. The limits are those
   * of calls, but the places are separate. The caller must run the returned function when its wait ends.
   * @throws ConnectorError `concurrency_limited`
   */
  beginRefresh(organization: string, credentialId: string): () => void;
  readonly runningCalls: number;
}

/** A tenant, or the whole service, and the places that it can use. */
interface Level {
  /** The word for the tenant in messages and metrics. */
  word: "connector" | "user" | "organization" | "service";
  key: string;
  limit: number;
  /** The level whose free places this level shares with others of its kind. */
  parent?: Level | undefined;
}

/**
 * Creates limits for the calls, refreshes and uploads of this process. Other replicas count separately.
 *
 * A tenant can take a place only while it holds fewer places than are free at its parent. Therefore, one busy
 * organization leaves half of the places to the others, two leave a third, and an organization that holds no place
 * finds one. The same rule protects the users and connectors of an organization from each other.
 * @param onLimited receives what was refused and whose limit it was, such as `calls_organization`
 */
export function createConcurrencyLimits(
  { concurrency, uploads }: Pick<ServiceLimits, "concurrency" | "uploads">,
  onLimited: (by: string) => void,
): ConcurrencyLimits {
  const running = new Map<string, number>();
  const countOf = ({ key }: Level) => running.get(key) ?? 0;
  const freeAt = (level: Level) => level.limit - countOf(level);
  const isFull = (level: Level) => freeAt(level) <= 0;
  const isPastShare = (level: Level) => level.parent !== undefined && countOf(level) >= freeAt(level.parent);

  /** Takes a place at every level, or none. The returned function gives the places back. */
  const take = (what: keyof typeof wordsOf, levels: readonly Level[]) => {
    const full = levels.find(isFull) ?? levels.find(isPastShare);
    if (full) {
      onLimited(`${what}_${full.word}`);
      throw limitedBy(full, what, countOf(full));
    }
    for (const level of levels) running.set(level.key, countOf(level) + 1);
    return once(() => {
      for (const level of levels) {
        const left = countOf(level) - 1;
        if (left > 0) running.set(level.key, left);
        else running.delete(level.key);
      }
    });
  };
  const takeFor = (what: "calls" | "uploads", limits: PlaceLimits, owner: PlaceOwner) => {
    const { organization, users, connectors } = levelsOf(what, limits, owner);
    return take(what, [...connectors, ...users, organization, organization.parent!]);
  };

  /** The refreshes that are running, by credential id, and how many callers wait for each. */
  const refreshes = new Map<string, { waiting: number; end: () => void }>();
  const beginRefresh: ConcurrencyLimits["beginRefresh"] = (organization, credentialId) => {
    const { organization: level } = levelsOf("refreshes", concurrency, { organization, workspace: "" });
    const refresh = refreshes.get(credentialId) ?? {
      waiting: 0,
      end: take("refreshes", [level, level.parent!]),
    };
    refresh.waiting++;
    refreshes.set(credentialId, refresh);
    return once(() => {
      if (--refresh.waiting > 0) return;
      refreshes.delete(credentialId);
      refresh.end();
    });
  };

  const beginCall: ConcurrencyLimits["beginCall"] = (owner) => takeFor("calls", concurrency, owner);
  return {
    beginCall,
    async aroundCall(owner, run) {
      const end = beginCall(owner);
      try {
        return await run();
      } finally {
        end();
      }
    },
    beginUpload: (owner) => takeFor("uploads", uploads, owner),
    beginRefresh,
    get runningCalls() {
      return running.get("calls") ?? 0;
    },
  };
}

/** Returns the levels of a tenant. A refusal names the smallest tenant that is full, so `take` asks it first. */
function levelsOf(what: string, limits: PlaceLimits, owner: PlaceOwner) {
  const service: Level = { word: "service", key: what, limit: limits.process };
  const organization: Level = {
    word: "organization",
    key: `${what}/organization/${owner.organization}`,
    limit: limits.organization,
    parent: service,
  };
  const inside = (word: "connector" | "user", name: string, limit: number): Level => ({
    word,
    key: `${organization.key}/${word}/${name}`,
    limit,
    parent: organization,
  });
  return {
    organization,
    users: [inside("user", owner.workspace, limits.workspace)],
    connectors: owner.connector === undefined ? [] : [inside("connector", owner.connector, limits.connector)],
  };
}

const wordsOf = {
  calls: ["call", "calls"],
  refreshes: ["refresh of platform tokens", "refreshes of platform tokens"],
  uploads: ["upload of a large file", "uploads of large files"],
} as const;

function limitedBy({ word, limit }: Level, what: keyof typeof wordsOf, count: number) {
  const words = wordsOf[what][count === 1 ? 0 : 1];
  const why =
    count >= limit ? "the most that it can run at the same time" : "its share while others are busy too";
  return new ConnectorError("concurrency_limited", `This ${word} already runs ${count} ${words}, ${why}.`, {
    hint: `Nothing was done. Call again after a second${word === "service" ? "" : `, and send fewer calls of this ${word} at the same time`}.`,
    retry_after: 1,
  });
}

/** Returns a function that calls `run` only the first time. */
function once(run: () => void): () => void {
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    run();
  };
}
