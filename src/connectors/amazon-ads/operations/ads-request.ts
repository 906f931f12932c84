import type { GivenRequest } from "../../../core/contract/client.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { restRequest } from "../../../core/wire/executor/rest-request.ts";
import { type AdsOperation, docs, json, tokens } from "./operation.ts";

/**
 * Makes the operation of a REST request to Amazon. Most of Amazon's APIs need their media types in the headers
 * `accept` and `content-type`.
 * @throws ConnectorError `invalid_params`
 */
export function adsRequest(given: GivenRequest): { operation: AdsOperation; args: Dict } {
  const { accept = json, "content-type": contentType = json } = given.headers;
  const { operation, args } = restRequest(given);
  const page = docs("reference/api-overview");
  return {
    operation: {
      ...operation,
      accept,
      contentType,
      needsProfile: false,
      paging: tokens(100, 1000),
      docs: page,
    },
    args,
  };
}
