import type { CallOptions } from "../contract/call-options.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import type { PlannedToolCall, ToolResult } from "../contract/tool.ts";
import { settle } from "../ground/abort.ts";
import type { Once } from "../store/once.ts";
import { failure } from "../tool/output/failure.ts";
import { otherArguments, unknownOutcome } from "./approval-errors.ts";

interface OneRun {
  key: string;
  digest: string;
  options: CallOptions;
  /**
   * Returns the failure of a call that must not run any more. It is asked after the claim, so that either the call sees that
   * somebody has cancelled it, or who cancels sees that it runs.
   */
  stopped?: (() => Promise<ToolResult | undefined>) | undefined;
}

/** Runs a call at most once per key, in all processes with this store. A second call gets the outcome of the first call. */
export async function runOnce(
  { store, once }: { store: StoreDriver; once: Once<ToolResult> },
  planned: PlannedToolCall,
  { key, digest, options, stopped }: OneRun,
): Promise<ToolResult> {
  options.signal?.throwIfAborted();
  const claim = await once.claim(store, key, digest, { signal: options.signal });
  if (claim.state === "other") return failure(otherArguments());
  if (claim.state !== "first") {
    const first = await once.wait(store, key, digest, options.signal);
    return first?.state === "done" ? first.outcome : failure(unknownOutcome());
  }
  const failed = await stopped?.();
  if (failed) {
    await once.release(store, key);
    return failed;
  }
  // The write has run, so a fault of the store must not hide the result. The write cannot run again, because the store
  // has the claim.
  const keep = (outcome: ToolResult) => settle(once.finish(store, key, outcome), options.signal);
  try {
    const outcome = await planned.run(options);
    await keep(outcome);
    return outcome;
  } catch (error) {
    await keep(failure(unknownOutcome()));
    throw error;
  }
}
