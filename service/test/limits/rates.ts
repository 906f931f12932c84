import { defaultLimits, type ServiceLimits } from "../../src/limits/limit-values.ts";

type Rates = ServiceLimits["perMinute"];

/** The limits of requests per minute: the same number for each, except for those in `others`. */
export const rates = (perMinute: number, others: Partial<Rates> = {}): Rates => {
  const same = Object.keys(defaultLimits.perMinute).map((name) => [name, perMinute]);
  return { ...(Object.fromEntries(same) as Rates), ...others };
};
