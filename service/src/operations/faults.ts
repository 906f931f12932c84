import { ConnectorError } from "agent-connectors";
import { storageError } from "../store/storage-errors.ts";

/** Any thrown value as the error for the caller. The text of an unexpected error is not shown. */
export function toConnectorError(error: unknown): ConnectorError {
  if (ConnectorError.is(error)) return error;
  return (
    storageError(error) ??
    new ConnectorError("internal", "The service failed at this request.", {
      hint: "This is a fault of the service. Report it with the request id.",
      outcome: "unknown",
    })
  );
}

/** The place in the code where an unexpected error was thrown, without its message, which could hold a secret. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(" ");
}
