import type { AnyConnector } from "../contract/connector.ts";
import type { Jobs } from "../contract/job.ts";
import { optionError } from "../ground/read-options.ts";

// Not a method, because a connector can have an entity `jobs`.
const kept = new WeakMap<object, UseJobs>();

/** Calls a function with the jobs of a connector, which exist from the first call on. */
export type UseJobs = <R>(use: (jobs: Jobs) => Promise<R>) => Promise<R>;

export const keepJobs = (connector: object, withJobs: UseJobs): void => void kept.set(connector, withJobs);

/**
 * Returns the jobs of a connector: the calls whose work a platform prepares for minutes or hours.
 * @throws ConnectorError `config_error` if the value is no connector
 */
export function jobsOf(connector: Pick<AnyConnector, "name">): Jobs {
  const withJobs = typeof connector === "object" && connector !== null ? kept.get(connector) : undefined;
  if (!withJobs)
    throw optionError("connector", "This is no connector.", "Pass what the class of a connector makes.");
  return {
    list: () => withJobs((jobs) => jobs.list()),
    get: (id, options) => withJobs((jobs) => jobs.get(id, options)),
    result: (id, options) => withJobs((jobs) => jobs.result(id, options)),
    waitFor: (id, options) => withJobs((jobs) => jobs.waitFor(id, options)),
    cancel: (id, by) => withJobs((jobs) => jobs.cancel(id, by)),
  };
}
