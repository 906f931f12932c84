import type { ExternalRule } from "../contract/audience.ts";
import { defaultTotalWaitMs, type CallOptions, type ConnectorOptions } from "../contract/call-options.ts";
import type { ActionIndex, CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Result } from "../contract/result.ts";
import type { Clock } from "../ground/clock.ts";
import { readDict } from "../ground/json.ts";
import { beginEvent, type Progress, withEvent } from "./call-event.ts";
import { readCallOptions } from "./call-options.ts";
import { chooseFields } from "./choose-fields.ts";
import { callOrThrow, planCall, type Plan } from "./params/planned-call.ts";
import { takeEventTokens } from "./event-tokens.ts";
import { noJob } from "../job/job-errors.ts";
import { readJob } from "../job/job-records.ts";
import { placeOf, type JobKeeper, type ResumedJob } from "../job/run-job.ts";
import type { RunOptions, RunParts } from "./run-parts.ts";
import { createRunPlanned } from "./run-planned.ts";
import type { Execute } from "./transport.ts";

interface CallParts extends Omit<RunParts, "totalWaitMs">, Pick<ConnectorOptions, "onCall" | "tracing"> {
  clock: Clock;
  /** Where jobs are kept. Absent in hosted mode. */
  keeper?: JobKeeper | undefined;
  totalWaitMs?: number | undefined;
  /** Adds the methods with which notebooks show a result. `chosen`: whether the call has the param `fields`. */
  display: (result: Result, compiled: CompiledAction, chosen: boolean) => Result;
}

export interface Caller {
  /** Plans and runs a call. Application code uses this function. */
  execute: Execute;
  /**
   * Runs a planned call, or throws the error of a failed plan. Tools use this function. The param `fields` is
   * ignored. `job`: the job with which the call goes on.
   */
  run(plan: Plan, options?: CallOptions, job?: ResumedJob): Promise<Result>;
  /** Runs the call of a job again, and goes on with the job. @throws ConnectorError `not_found` */
  resume(job: ResumedJob, options?: CallOptions): Promise<Result>;
  /** Plans the call of a job. @throws ConnectorError `not_found` */
  planJob(id: string): Promise<Plan>;
}

export function createCaller(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  { onCall, tracing, clock, totalWaitMs = defaultTotalWaitMs, display, keeper, ...parts }: CallParts,
): Caller {
  const runPlanned = createRunPlanned(connector, lookup, { ...parts, clock, totalWaitMs });

  const observed = async (
    progress: Progress,
    given: unknown,
    external: ExternalRule,
    params: unknown,
    work: (options: RunOptions) => Promise<Result>,
  ): Promise<Result> =>
    withEvent({ onCall, tracing, clock }, progress, params, async () => {
      const options = readCallOptions(given);
      const { eventTokens, rest } = takeEventTokens(connector, options.context);
      progress.context = rest;
      progress.callId = options.callId;
      return work({ ...options, external: options.external ?? external, eventTokens });
    });
  const finish = (plan: Plan, progress: Progress, options: RunOptions) => {
    progress.params = plan.given;
    progress.dryRun = plan.call?.controls.dry_run === true;
    return runPlanned(callOrThrow(plan), progress, options);
  };

  const run: Caller["run"] = (plan, callOptions, job) => {
    const { entity, action } = plan.compiled;
    const progress = beginEvent(connector.name, entity, action);
    const params = plan.call?.input;
    return observed(progress, callOptions, "policy", params, async (options) =>
      finish(plan, progress, { ...options, job }),
    );
  };
  const planJob: Caller["planJob"] = async (id) => {
    const job = keeper && (await readJob(await placeOf(keeper), id));
    if (!job) throw noJob(id);
    const { entity, action, params } = job.call;
    return planCall(connector, await lookup.compile(entity, action), params);
  };

  return {
    execute(entityName, actionName, raw, callOptions) {
      const progress = beginEvent(connector.name, entityName, actionName);
      return observed(progress, callOptions, "allow", raw, async (options) => {
        const notes: string[] = [];
        const { entity, action, definition } = lookup.find(entityName, actionName, notes);
        Object.assign(progress, { entity, action });
        const compiled = await lookup.compile(entity, action);
        const params = definition.prepare && readDict(raw);
        const plan = planCall(connector, compiled, params ? await definition.prepare!(params) : raw, notes);
        const result = await finish(plan, progress, options);
        const fields = plan.call?.controls.fields;
        const data = chooseFields(result, fields, definition);
        return display({ data, meta: result.meta }, compiled, fields !== undefined);
      });
    },
    run,
    planJob,
    resume: async (job, callOptions) => run(await planJob(job.id), callOptions, job),
  };
}
