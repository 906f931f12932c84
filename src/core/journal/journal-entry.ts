import type { Decision } from "../contract/call-options.ts";
import type { Effect } from "../contract/effect.ts";
import type { SpendRaise } from "../contract/judgement.ts";
import type { Undo } from "../contract/result.ts";
import type { ErrorJson } from "../ground/errors.ts";

/** A write, as the journal keeps it before its first request. All stored times are in milliseconds since the epoch. */
export interface StartedWrite {
  run: string;
  callId?: string | undefined;
  connector: string;
  entity: string;
  action: string;
  effects: readonly Effect[];
  /** The params with which the action runs. Long texts are cut, and files are left out. */
  params: unknown;
  decision?: Decision | undefined;
  /** The amounts that the write raises. */
  raises?: readonly Pick<SpendRaise, "path" | "of" | "from" | "to">[] | undefined;
  /** The values that the write was to leave, as the dry run of the call would show them. */
  after?: unknown;
  started: number;
}

/** The end of a write. It is stored in a record of its own, so that no record of the journal is ever changed. */
export interface EndedWrite {
  /** Absent if the write has succeeded. */
  error?: Pick<ErrorJson, "code" | "message" | "outcome"> | undefined;
  /** The platform's ids of the requests. */
  requests?: readonly string[] | undefined;
  warnings?: readonly string[] | undefined;
  /** The platform's code, if the requested state already existed. */
  already?: string | undefined;
  /** The call that undoes the write. */
  undo?: Undo | undefined;
  /** The texts, numbers and marks of the result, to find out later whether somebody has changed the record. */
  left?: Readonly<Record<string, unknown>> | undefined;
  ended: number;
}

/** That somebody has started to undo a write. */
export interface UndoneWrite {
  by: string;
  at: number;
  /** A random text of the one process that undoes the write. */
  claim: string;
  /** Absent until the write is undone. If it stays absent, the process has ended, or the outcome is unknown. */
  done?: true | undefined;
}

/**
 * `running`: the write has started, and may be on its way. `ok`: the platform has accepted it. `failed`: it has failed, and
 * `error.outcome` says whether something has changed. `unknown`: its process has ended, or its end could not be stored.
 */
export type WriteStatus = "running" | "ok" | "failed" | "unknown";

/** One write in the journal. All times are ISO texts. */
export interface JournalEntry {
  /** A later write has a smaller id. */
  id: string;
  status: WriteStatus;
  /** The `context.run` of the call. Without it, an id of the tool or connector that has made the call. */
  run: string;
  call_id?: string | undefined;
  connector: string;
  entity: string;
  action: string;
  effects: readonly Effect[];
  params: unknown;
  decision?: Decision | undefined;
  raises?: StartedWrite["raises"];
  error?: EndedWrite["error"];
  requests?: readonly string[] | undefined;
  warnings?: readonly string[] | undefined;
  already?: string | undefined;
  undo?: Undo | undefined;
  undone?: { by: string; at: string } | undefined;
  started_at: string;
  ended_at?: string | undefined;
}

/** That nobody can write. */
export interface StoredStop {
  by: string;
  reason?: string | undefined;
  at: number;
}

/** A stop, and the writes that it came too late for. All times are ISO texts. */
export interface Stop {
  by: string;
  reason?: string | undefined;
  at: string;
  /** The writes that had started and not ended. All others are refused, before anything is sent. */
  under_way: readonly JournalEntry[];
}
