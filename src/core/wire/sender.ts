import type { Sender } from "../contract/sender.ts";
import { fetchSender } from "./fetch-sender.ts";
import { sendWithNode } from "./node-sender.ts";
import { isNodeFetchUnchanged } from "./unchanged-fetch.ts";

/**
 * Returns the sender that uses the given `fetch`.
 * Without `fetch`, the sender uses `node:http` or `node:https`, which need a quarter of the CPU time of Node's
 * `fetch`. If anything in the process has changed what the global `fetch` does, the sender uses the global `fetch`.
 * On other runtimes, the sender always uses the global `fetch`.
 */
export function senderOf(fetch: typeof globalThis.fetch | undefined): Sender {
  if (fetch) return fetchSender(fetch);
  return (request) =>
    isNodeFetchUnchanged() ? sendWithNode(request) : fetchSender(globalThis.fetch)(request);
}
