/** One line per request. Only these fields exist, so nothing secret can slip into a line. */
export interface LogLine {
  event: "request" | "start" | "stop" | "fault";
  request_id?: string | undefined;
  method?: string | undefined;
  /** The route's pattern, never the path as it came. */
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
  /** For start, stop and fault: words of our own. */
  message?: string | undefined;
}

export type Log = (line: LogLine) => void;

export const jsonLog =
  (write: (text: string) => void): Log =>
  (line) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
