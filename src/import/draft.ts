import type { FileAction, ConnectorFile } from "../core/contract/connector-file.ts";
import type { Effect } from "../core/contract/effect.ts";
import type { JsonSchema } from "../core/contract/json-schema.ts";
import type { Operation } from "../core/contract/wire/operation.ts";
import type { Dict } from "../core/ground/json.ts";

// What a compiler reads from a source, such as an OpenAPI document. `makeFile` turns it into a connector file.

/** An operation of the source, as an action. */
export interface DraftAction {
  /** The source's own name of the operation, by which overlays select it: `GET /notes/{id}`. */
  source: string;
  /** The preferred names, in lower-case letters, digits and underscores. `makeFile` changes names that are taken. */
  entity: string;
  action: string;
  /** Names to try if the action's name is taken, the best first. */
  otherNames?: readonly string[] | undefined;
  /** The source's text. `makeFile` cleans and cuts it. */
  description: string;
  /** The schema of an object, without references outside itself. Names and `required` are the platform's. */
  params: JsonSchema;
  result?: JsonSchema | undefined;
  effect: Effect;
  operation: Operation;
  pick?: FileAction["pick"];
  example?: Dict | undefined;
  guesses?: readonly Guess[] | undefined;
}

/** What a person should check. */
export interface Guess {
  /** A sentence: `Its pages are not known, so a call returns one page.` */
  says: string;
  /** What an overlay can set, so that nobody needs to check the guess. */
  about?: "effect" | "pages" | "credentials" | undefined;
}

export interface Skipped {
  source: string;
  /** A sentence that says why there is no action. */
  reason: string;
}

/** The fields of a connector file that a compiler finds in the head of a source. */
export type DraftHead = Pick<
  ConnectorFile,
  | "title"
  | "endpoint"
  | "origins"
  | "config"
  | "auth"
  | "schemes"
  | "connectFlow"
  | "wire"
  | "requestIdHeader"
  | "identify"
>;

export interface Draft extends DraftHead {
  /** The kind of the source and its version: `OpenAPI 3.0.3`. */
  kind: string;
  /** Whether the compiler has applied the selections of the overlay. */
  isSelected?: boolean | undefined;
  actions: readonly DraftAction[];
  skipped: readonly Skipped[];
  /** What a person should check in the whole connector, such as credentials that the source does not name. */
  guesses: readonly Guess[];
}

/** What an import found and did, for the person who runs it. */
export interface ImportReport {
  actions: number;
  entities: number;
  skipped: readonly Skipped[];
  guesses: readonly { action?: string | undefined; says: string }[];
  /** The number of actions by effect. */
  effects: Readonly<Partial<Record<Effect, number>>>;
  /** The number of actions that a tool offers only if an `include` has their full name. */
  byName: number;
  lists: { paged: number; unpaged: number };
  /** Every address to which the connector can send requests, also those that issue tokens. */
  origins: readonly string[];
}

export interface Imported {
  file: ConnectorFile;
  report: ImportReport;
}
