import { ConnectorError } from "agent-connectors";
import { storageError } from "../store/storage-errors.ts";

/** Converts an error for a caller, who must not see the text of an unexpected error. */
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

/** Whether the store has failed, and not the service. */
export const isOfStore = (error: unknown): boolean => toConnectorError(error).code.startsWith("storage_");

/** Returns the name and the stack of an error, without its message, which can contain a secret. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(" ");
}
