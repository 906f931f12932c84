import type { Finding } from "./finding.ts";

/**
 * A behaviour of a platform that documentation does not settle, and that this package relies on. `Account` is the
 * interface with which the check talks to the platform.
 */
export interface Behaviour<Account> {
  /** A unique name, such as `slack/own-direct-message`. */
  id: string;
  assumed: string;
  /** The file of this package that relies on the behaviour. */
  usedIn: string;
  /** The requests of the check. */
  sends: string;
  /** How the answer confirms the assumption. */
  reads: string;
  /** True if the check changes something at the platform. Such a check needs `--allow-writes`. */
  writes: boolean;
  /** True if a person must look at a page of the platform and answer a question. */
  asks?: boolean;
  /** True if the check is about credentials that the platform refuses. */
  forRefused?: boolean;
  check(account: Account): Promise<Finding> | Finding;
}

/** The fields of a behaviour that need no account. */
export type Entry = Omit<Behaviour<never>, "check">;
