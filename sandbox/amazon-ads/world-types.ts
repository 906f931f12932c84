import type { Clock } from "../../src/core/ground/clock.ts";
import type { Job } from "./jobs/job-types.ts";
import type { AccountSeed, Collection, Entity, Fields, Seed } from "./types.ts";

export interface HistoryEvent {
  /** In milliseconds since 1970. */
  timestamp: number;
  entityType: string;
  changeType: string;
  entityId: string;
  previousValue: string;
  newValue: string;
  metadata: Record<string, string>;
}

/** An advertiser in one marketplace. */
export interface Account extends Omit<AccountSeed, "entities" | "access" | "billing" | "searchTerms"> {
  access: "edit" | "view";
  billing: boolean;
  searchTerms: Readonly<Record<string, readonly string[]>>;
  isOptedOutForAverageDailyBudgetIncrease: boolean;
  entities: Map<Collection, Map<string, Entity>>;
  /** Reports and exports by id. */
  jobs: Map<string, Job>;
  /** The change history, oldest first. */
  events: HistoryEvent[];
  /** The images and videos that were registered, without those that every account has. */
  assets: Asset[];
  /** The versions of the creatives of Sponsored Brands ads, by the id of the ad. */
  creativeVersions: Map<string, CreativeVersion[]>;
}

/** A person's permission, whose code the application exchanges for tokens. */
export interface Consent {
  client_id: string;
  redirect_uri: string;
  scope: string;
  challenge: string | undefined;
  /** In milliseconds since 1970. */
  expires: number;
}

export type NestedUpdates = "replaced" | "merged";

/** A version of an image or a video in the library. */
export interface Asset {
  assetId: string;
  version: string;
  assetType: "IMAGE" | "VIDEO";
  subType: string;
  name: string;
  url: string;
  size: number;
  width: number;
  height: number;
  seconds: number;
}

/** A version of the creative of an ad. Its review begins when it is submitted. */
export interface CreativeVersion {
  version: string;
  /** The parts, with the names that they have in a new ad. */
  creative: Fields;
  landingPage: unknown;
  /** In milliseconds since 1970. */
  submitted: number;
}

/** An address that accepts a file. */
export interface UploadLocation {
  fileName: string;
  /** In milliseconds since 1970. */
  expires: number;
  /** The number of bytes that were sent. Undefined until a file was sent. */
  size: number | undefined;
}

export interface World {
  clock: Clock;
  nestedUpdates: NestedUpdates;
  /** Accounts by profile id. */
  accounts: Map<string, Account>;
  logins: Seed["logins"];
  /** The addresses that accept files, by the id in the address. */
  uploads: Map<string, UploadLocation>;
  /** The issued access tokens by their text. */
  tokens: Map<string, AccessToken>;
  /** Consents by code, until the application exchanges the code. */
  codes: Map<string, Consent>;
  /** Returns a unique id for an entity. */
  newId(): string;
  /** Returns a unique id for a job or a request, in the format of a UUID. */
  newUuid(): string;
}

export interface AccessToken {
  client_id: string;
  /** In milliseconds since 1970. */
  expires: number;
  /** The profiles that the token can use. Undefined means all profiles. */
  profiles: string[] | undefined;
}
