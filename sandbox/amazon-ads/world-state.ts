import type { Clock } from "../../src/core/ground/clock.ts";
import type { Change } from "./changes.ts";
import type { Job } from "./job-types.ts";
import type { AccountSeed, Collection, Entity, Seed } from "./types.ts";

/** One advertiser in one marketplace. */
export interface Account extends Omit<AccountSeed, "entities" | "access" | "billing"> {
  access: "edit" | "view";
  billing: boolean;
  entities: Map<Collection, Map<string, Entity>>;
  /** Reports and exports by id. */
  jobs: Map<string, Job>;
  /** What the change history tells, oldest first. */
  changes: Change[];
}

export interface World {
  clock: Clock;
  /** By profile id. */
  accounts: Map<string, Account>;
  logins: Seed["logins"];
  /** Access tokens by value. */
  tokens: Map<string, AccessToken>;
  /** A new entity id, never given before. */
  newId(): string;
  /** A new id of a job or a request, which looks like a UUID. */
  newUuid(): string;
}

export interface AccessToken {
  client_id: string;
  /** Milliseconds since the epoch. */
  expires: number;
  /** Profile ids; absent is all of them. */
  profiles: string[] | undefined;
}
