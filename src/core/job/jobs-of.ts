import type { AnyConnector } from "../contract/connector.ts";
import type { Jobs } from "../contract/job.ts";
import { optionError } from "../ground/read-options.ts";

// Not a method, because a connector can have an entity `jobs`.
const kept = new WeakMap<object, Jobs>();

export const keepJobs = (connector: object, jobs: Jobs): void => void kept.set(connector, jobs);

/**
 * Returns the jobs of a connector: the calls whose work a platform prepares for minutes or hours.
 * @throws ConnectorError `config_error` if the value is no connector
 */
export function jobsOf(connector: Pick<AnyConnector, "name">): Jobs {
  const jobs = typeof connector === "object" && connector !== null ? kept.get(connector) : undefined;
  if (!jobs)
    throw optionError("connector", "This is no connector.", "Pass what the class of a connector makes.");
  return jobs;
}
