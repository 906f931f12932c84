import type { AudienceReader, ExternalRule } from "../contract/audience.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { NameResolver } from "../contract/definition.ts";
import type { Policy } from "../contract/policy.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
import type { TotalsContext } from "../policy/account-totals.ts";
import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ResumedJob } from "../job/run-job.ts";
import type { WriteJournal } from "../journal/write-journal.ts";
import type { EventTokens } from "./event-tokens.ts";
import type { Backend } from "./transport.ts";

export interface RunParts extends Pick<Backend, "transport" | "remote" | "once"> {
  resolve: NameResolver | undefined;
  audience: AudienceReader | undefined;
  policies: readonly Policy[];
  totalWaitMs: number;
  clock: Clock;
  totals: TotalsContext["totals"];
  /** Keeps every write. Absent in hosted mode, and without the option `journal`. */
  journal?: WriteJournal | undefined;
}

export interface RunOptions extends Pick<
  CallOptions,
  "signal" | "idempotencyKey" | "unchecked" | "onProgress" | "decision"
> {
  eventTokens: EventTokens;
  /** The job with which this call goes on. */
  job?: ResumedJob | undefined;
  /** Whether this call can write where people of another company can read. The policies can change this rule. */
  external: ExternalRule;
}

export interface SendOptions extends RunOptions {
  waits: WaitBudget;
  unknownAttempt: UnknownAttempt | undefined;
}
