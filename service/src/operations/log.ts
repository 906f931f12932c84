/** One line per request. It has a fixed set of fields, so no secret gets into the log. */
export interface LogLine {
  event: "request" | "start" | "stop" | "fault";
  request_id?: string | undefined;
  method?: string | undefined;
  /** The route's pattern, never the path of the request. */
  route?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  ms?: number | undefined;
  organization?: string | undefined;
  workspace_id?: string | undefined;
  connector_id?: string | undefined;
  entity?: string | undefined;
  action?: string | undefined;
  /** Names of the params. */
  params?: readonly string[] | undefined;
  /** For start, stop and fault: a fixed text of this program. */
  message?: string | undefined;
}

export type Log = (line: LogLine) => void;

export const jsonLog =
  (write: (text: string) => void): Log =>
  (line) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
