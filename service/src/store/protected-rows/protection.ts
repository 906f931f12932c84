import { ConnectorError } from "agent-connectors";
import { createSeenVersions, type SeenVersions } from "./seen-versions.ts";
import type { RowList } from "./row-list.ts";

/** The keys that sign the lists of protected rows. */
export interface RowKeys {
  /** The id of the active master key. */
  readonly active: string;
  /** Returns the signature of a text. Returns undefined if there is no master key with this id. */
  sign(keyId: string, text: string): string | undefined;
}

/** A row or a list that somebody has changed outside the service. */
export interface Refusal {
  /** The name of the row in its list, such as `policies/<target>/<type>`, or the id of a list. */
  name: string;
  organization: string;
  reason: string;
}

/** What a store needs to check its rows. All transactions of a store share it. */
export interface Protection {
  keys: RowKeys | undefined;
  now(): number;
  /** Receives each refused row, for the log. */
  onRefused(refusal: Refusal): void;
  /** Lists whose signatures were checked, by id. The least recently used list comes first. */
  readonly read: Map<string, { content: string; list: RowList }>;
  /**
   * Rows that were checked against these lists, and what was made of them, by what was asked. The least recently used
   * comes first.
   */
  readonly checked: Map<string, { found: object; path: readonly RowList[]; made: unknown }>;
  readonly seen: SeenVersions;
}

export const createProtection = (): Protection => ({
  keys: undefined,
  now: Date.now,
  onRefused: () => {},
  read: new Map(),
  checked: new Map(),
  seen: createSeenVersions(),
});

/**
 * Returns the protection for a transaction. A transaction also reads the lists that it has written itself. They must not
 * be remembered, because a rollback returns to the older lists.
 */
export const inTransaction = (protection: Protection): Protection => ({
  ...protection,
  seen: { ...protection.seen, accept: protection.seen.isCurrent },
});

export function keysOf({ keys }: Protection): RowKeys {
  if (keys) return keys;
  throw new Error("The store has no keys. Call `protect` first.");
}

/** Reports a row that was changed outside the service, and throws an error that does not name the row. */
export function refuse(protection: Protection, refusal: Refusal): never {
  protection.onRefused(refusal);
  throw new ConnectorError("internal", "A stored record was changed outside the service, and is not used.", {
    hint: "The operator finds the record in the log of the service. The page operations.md says what to do.",
  });
}
