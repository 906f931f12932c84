import type { Finding } from "./finding.ts";

/** A behaviour of a platform that documentation does not settle, and that this package relies on. */
export interface Assumption {
  /** A unique name, such as `slack/message-found-at-once`. */
  id: string;
  assumed: string;
  /** The file of this package that relies on the behaviour. */
  usedIn: string;
}

/**
 * An assumption that a check tries with a real account. `Account` is the interface with which the check talks to the
 * platform.
 */
export interface Behaviour<Account> extends Assumption {
  /** What goes wrong if the platform behaves differently: wrong amounts, duplicates, or wrong authors. */
  decides: "money" | "duplicates" | "authors";
  /** The actions whose requests the check sends. */
  actions: readonly string[];
  /** The requests of the check. */
  sends: string;
  /** How the answer confirms the assumption. */
  reads: string;
  /** True if the check changes something at the platform. Such a check needs `--allow-writes`. */
  writes: boolean;
  check(account: Account): Promise<Finding>;
}

/** The fields of a behaviour that need no account. */
export type Entry = Omit<Behaviour<never>, "check">;
