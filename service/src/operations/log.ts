/** A line can have only these fields, so no secret gets into the log. */
export interface LogLine {
  /** `refused_row`: somebody has changed a row of the store outside the service. */
  event: "request" | "start" | "stop" | "fault" | "refused_row";
  request_id?: string | undefined;
  method?: string | undefined;
  /** The pattern of the route's path, such as `/connectors/{connector_id}`. */
  route?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  ms?: number | undefined;
  organization?: string | undefined;
  workspace_id?: string | undefined;
  connector_id?: string | undefined;
  entity?: string | undefined;
  action?: string | undefined;
  /** The names of the params, without their values. */
  params?: readonly string[] | undefined;
  /** A description of a `start`, `stop`, `fault` or `refused_row`, without data of a request. */
  message?: string | undefined;
}

export type Log = (line: LogLine) => void;

export const jsonLog =
  (write: (text: string) => void): Log =>
  (line) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
