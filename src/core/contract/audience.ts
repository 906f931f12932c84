import type { Dict } from "../ground/json.ts";
import type { GuardRead } from "./judgement.ts";

/** The people who can read what a write changes, and the people whom the write notifies. */
export interface Audience {
  /** The readers in words: `#partners (C012AB3CD), 43 people, among them people of Acme Corp (another company)`. */
  readers: string;
  /** Whether `readers` has names that people have chosen. */
  hasNames: boolean;
  /**
   * The other companies whose people can read it, and other people outside the company. Empty if there are none, or
   * if they are unknown.
   */
  external: readonly string[];
  /** The people who are notified, in words. Absent if the write cannot notify anyone. */
  notified?: readonly string[] | undefined;
  /** The number of people who are notified. Absent if it is unknown. */
  notified_people?: number | undefined;
  /** Sentences about readers that are unknown, and about mentions that notify nobody. */
  warnings: readonly string[];
}

export interface AudienceCall {
  entity: string;
  action: string;
  /** Runs a read action of the same connector. */
  read: GuardRead;
  /** Whether a person reads the answer. If true, more requests can be sent, such as for names. */
  describe: boolean;
}

/** Says who can read a write. The function remembers records, so that most calls send no requests. */
export interface AudienceReader {
  /**
   * Returns undefined if nobody else can see what the write changes.
   * @throws ConnectorError if a request fails, but could succeed later
   */
  (params: Dict, call: AudienceCall): Promise<Audience | undefined>;
  /** Runs after each successful read or write, to remember the records in its result. */
  learn(entity: string, data: unknown): void;
}

/**
 * Whether a call can write where people of another company read. `allow`: unless a policy has `external: false`.
 * `policy`: only if a policy has `external: true`, and no policy has `external: false`. `refuse`: never.
 */
export const externalRules = ["allow", "policy", "refuse"] as const;

export type ExternalRule = (typeof externalRules)[number];
