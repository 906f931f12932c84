import type { Sender } from "../../contract/wire/sender.ts";
import { knownSender } from "./fetch-of.ts";
import { fetchSender } from "./fetch-sender.ts";
import { sendWithNode } from "./node-sender.ts";
import { isNodeFetchUnchanged } from "./unchanged-fetch.ts";

/**
 * Returns a sender that uses the given `fetch`. The default on Node is `node:http` or `node:https`, which need a
 * quarter of the CPU time of Node's `fetch`. The global `fetch` is the default on other runtimes, and on Node if the
 * process has changed it.
 */
export function senderOf(fetch: typeof globalThis.fetch | undefined): Sender {
  if (fetch) return knownSender(fetch) ?? fetchSender(fetch);
  return (request) =>
    isNodeFetchUnchanged() ? sendWithNode(request) : fetchSender(globalThis.fetch)(request);
}
