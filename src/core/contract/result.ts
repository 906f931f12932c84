import type { Dict } from "../ground/json.ts";

export interface Meta {
  /** Lists: pass it as `cursor` for the next page. Absent on the last one. */
  next_cursor?: string;
  has_more?: boolean;
  /** What was put right in the call before it was sent. */
  normalized?: readonly string[];
  /** What the platform warned of. */
  warnings?: readonly string[];
  /** The platform's code, where everything was already as asked. */
  already?: string;
  /** The code of the error that left a write in doubt, where the platform then showed that it was done. */
  recovered?: string;
  /** The call that takes this write back. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  dry_run?: true;
  /** Files: the name that others gave it, which is no path to write to as it is. */
  filename?: string;
  content_type?: string;
  /** Files: bytes, where they are known beforehand. */
  size?: number;
  readonly [name: string]: unknown;
}

export interface Result<Data = unknown> {
  data: Data;
  meta: Meta;
}

/** A call that takes another back; ready to execute. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}
