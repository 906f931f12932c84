import type { Clock } from "../../src/core/ground/clock.ts";
import type { Job } from "./job-types.ts";
import type { AccountSeed, Collection, Entity, Seed } from "./types.ts";

/** An event of the change history. */
export interface HistoryEvent {
  /** The time of the change, in milliseconds since 1970. */
  timestamp: number;
  entityType: string;
  changeType: string;
  entityId: string;
  previousValue: string;
  newValue: string;
  metadata: Record<string, string>;
}

/** An advertiser in one marketplace. */
export interface Account extends Omit<AccountSeed, "entities" | "access" | "billing"> {
  access: "edit" | "view";
  billing: boolean;
  isOptedOutForAverageDailyBudgetIncrease: boolean;
  entities: Map<Collection, Map<string, Entity>>;
  /** Reports and exports by id. */
  jobs: Map<string, Job>;
  /** The events of the change history, oldest first. */
  events: HistoryEvent[];
}

/** The access that a person has allowed. The application exchanges the code of this consent for tokens. */
export interface Consent {
  client_id: string;
  redirect_uri: string;
  scope: string;
  challenge: string | undefined;
  /** The time at which the code expires, in milliseconds since 1970. */
  expires: number;
}

export type NestedUpdates = "replaced" | "merged";

export interface World {
  clock: Clock;
  nestedUpdates: NestedUpdates;
  /** The accounts by profile id. */
  accounts: Map<string, Account>;
  logins: Seed["logins"];
  /** The access tokens that the sandbox has issued. A key is the text of the token. */
  tokens: Map<string, AccessToken>;
  /** The consents whose codes were not exchanged yet, by code. */
  codes: Map<string, Consent>;
  /** Returns a new, unique id for an entity. */
  newId(): string;
  /** Returns a new, unique id for a job or a request, in the format of a UUID. */
  newUuid(): string;
}

export interface AccessToken {
  client_id: string;
  /** The time at which the token expires, in milliseconds since 1970. */
  expires: number;
  /** The ids of the profiles that the token can use. Undefined means all profiles. */
  profiles: string[] | undefined;
}
