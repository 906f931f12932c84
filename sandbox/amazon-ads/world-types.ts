import type { Clock } from "../../src/core/ground/clock.ts";
import type { Job } from "./job-types.ts";
import type { AccountSeed, Collection, Entity, Seed } from "./types.ts";

/** An event of the change history. */
export interface HistoryEvent {
  /** Milliseconds since the epoch. */
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
  entities: Map<Collection, Map<string, Entity>>;
  /** Reports and exports by id. */
  jobs: Map<string, Job>;
  /** The events of the change history, oldest first. */
  events: HistoryEvent[];
}

export interface World {
  clock: Clock;
  /** By profile id. */
  accounts: Map<string, Account>;
  logins: Seed["logins"];
  /** Access tokens by value. */
  tokens: Map<string, AccessToken>;
  /** A new, unique id of an entity. */
  newId(): string;
  /** A new, unique id of a job or a request, in the form of a UUID. */
  newUuid(): string;
}

export interface AccessToken {
  client_id: string;
  /** Milliseconds since the epoch. */
  expires: number;
  /** The ids of the profiles that the token sees. Undefined means all. */
  profiles: string[] | undefined;
}
