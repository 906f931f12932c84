import type { Dict } from "../ground/json.ts";

/** Information about a result. Connectors add fields of their own. */
export interface Meta {
  /** Lists: the `cursor` of the next page. Absent on the last page. */
  next_cursor?: string;
  has_more?: boolean;
  /** The corrections that were made to the call before it was sent. */
  normalized?: readonly string[];
  /** Warnings about the result. */
  warnings?: readonly string[];
  /** The platform's code for a state that was already as requested. Nothing was changed. */
  already?: string;
  /** The code of the error of a write that later proved to be done. */
  recovered?: string;
  /** The call that undoes this write. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /** The call that reads this result again, if the action itself would order a new one. */
  reread?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  /** True for a dry run. */
  dry_run?: true;
  /** Files: the name from the platform. Do not use it as a path without a check. */
  filename?: string;
  /** Files: the media type. */
  content_type?: string;
  /** Files: the number of bytes, if known. */
  size?: number;
  readonly [name: string]: unknown;
}

export interface Result<Data = unknown> {
  data: Data;
  meta: Meta;
}

/** A call that undoes another call. It is ready to execute. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}
