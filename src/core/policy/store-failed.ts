import { ConnectorError } from "../ground/errors.ts";

export const storeFailed = (what = "This call"): ConnectorError =>
  new ConnectorError(
    "storage_unavailable",
    `${what}: the store failed, so the raises of this day are unknown.`,
    { hint: "Nothing was sent. Call again later." },
  );
