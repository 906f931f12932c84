import { defaultLimits, type PlaceLimits, type ServiceLimits } from "../limits/limit-values.ts";
import { wholeNumber } from "./whole-number.ts";

/**
 * Reads the limits that the operator has changed, and uses the defaults of the others.
 * @param read returns an environment variable by its name without the prefix `AGENT_CONNECTORS_`
 * @throws ConnectorError `config_error`
 */
export function limitsFromEnvironment(read: (name: string) => string | undefined): Partial<ServiceLimits> {
  const { perMinute, concurrency, uploads, webhooks, ...defaults } = defaultLimits;
  const number = (name: string, byDefault: number, min: number, max: number) =>
    wholeNumber(`AGENT_CONNECTORS_${name}`, read(name) ?? String(byDefault), max, min);
  const rate = (name: string, byDefault: number) => number(name, byDefault, 1, 1_000_000);
  /**
   * Reads the number of places of a whole process and of the tenants in it. A tenant can hold at most half of the
   * places above it, so a larger number would have no effect.
   */
  const places = (name: string, byDefault: number) => number(name, byDefault, 4, 10_000);
  const share = (name: string, byDefault: number, all: number) => {
    const half = Math.floor(all / 2);
    return number(name, Math.min(byDefault, half), 1, half);
  };
  const tenants = (name: string, { connector, workspace, organization, process }: PlaceLimits) => {
    const all = places(name, process);
    const one = share(`${name}_ORGANIZATION`, organization, all);
    return {
      connector: share(`${name}_CONNECTOR`, connector, one),
      workspace: share(`${name}_USER`, workspace, one),
      organization: one,
      process: all,
    };
  };
  const requests = places("CONCURRENT_WEBHOOKS", webhooks.process);
  const ofOrganization = share("CONCURRENT_WEBHOOKS_ORGANIZATION", webhooks.organization, requests);
  const day = 86_400;
  return {
    perMinute: {
      workspace: rate("REQUESTS_PER_MINUTE_USER", perMinute.workspace),
      application: rate("REQUESTS_PER_MINUTE_APPLICATION", perMinute.application),
      client: rate("TOKEN_REQUESTS_PER_MINUTE", perMinute.client),
      refused: rate("WRONG_SECRETS_PER_MINUTE", perMinute.refused),
      openid: rate("OPENID_REQUESTS_PER_MINUTE", perMinute.openid),
      definitions: rate("DEFINITION_UPLOADS_PER_MINUTE", perMinute.definitions),
    },
    concurrency: tenants("CONCURRENT_CALLS", concurrency),
    uploads: tenants("CONCURRENT_UPLOADS", uploads),
    webhooks: {
      endpoint: share("CONCURRENT_WEBHOOKS_ENDPOINT", webhooks.endpoint, ofOrganization),
      organization: ofOrganization,
      process: requests,
    },
    applicationTokenSeconds: number("APPLICATION_TOKEN_SECONDS", defaults.applicationTokenSeconds, 60, day),
    scopedTokenSeconds: number("SCOPED_TOKEN_SECONDS", defaults.scopedTokenSeconds, 60, day),
    idempotencySeconds: number("IDEMPOTENCY_SECONDS", defaults.idempotencySeconds, 600, 30 * day),
    auditDays: number("AUDIT_DAYS", defaults.auditDays, 1, 3650),
    webhookTimeoutMs: number("WEBHOOK_TIMEOUT_MS", defaults.webhookTimeoutMs, 1, 30_000),
    executeTimeoutMs: number("EXECUTE_TIMEOUT_MS", defaults.executeTimeoutMs, 1, 300_000),
  };
}
