import type { Sender } from "../contract/sender.ts";
import { fetchSender } from "./fetch-sender.ts";
import { sendWithNode } from "./node-sender.ts";
import { isNodeFetchUnchanged } from "./unchanged-fetch.ts";

/**
 * Returns the sender that uses the given `fetch`. The default on Node is `node:http` or `node:https`, which need a
 * quarter of the CPU time of Node's `fetch`. On other runtimes, and if anything in the process has changed what the
 * global `fetch` does, the default is the global `fetch`.
 */
export function senderOf(fetch: typeof globalThis.fetch | undefined): Sender {
  if (fetch) return fetchSender(fetch);
  return (request) =>
    isNodeFetchUnchanged() ? sendWithNode(request) : fetchSender(globalThis.fetch)(request);
}
