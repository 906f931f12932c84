import type { StoredStop } from "./journal-entry.ts";
import { quoteOthers } from "../ground/quote-others.ts";
import { ConnectorError } from "../ground/errors.ts";

/** The error of a write while writes are stopped. */
export function stoppedError({ by, reason, at }: StoredStop): ConnectorError {
  const why = reason === undefined ? "" : `, with the reason ${quoteOthers(reason)}`;
  return new ConnectorError(
    "stopped",
    `Writes are stopped: ${quoteOthers(by)} stopped them at ${new Date(at).toISOString()}${why}. Nothing was sent.`,
    {
      hint: "Reads still work. Do not try another way to make this change. Tell the user that only a person can end the stop.",
    },
  );
}
