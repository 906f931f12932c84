import { defaultLimits, type ServiceLimits } from "../limits/limit-values.ts";
import { wholeNumber } from "./whole-number.ts";

/**
 * Reads the limits that the operator has changed, and uses the defaults of the others.
 * @param read returns an environment variable by its name without the prefix `AGENT_CONNECTORS_`
 * @throws ConnectorError `config_error`
 */
export function limitsFromEnvironment(read: (name: string) => string | undefined): Partial<ServiceLimits> {
  const { perMinute, concurrency, ...defaults } = defaultLimits;
  const number = (name: string, byDefault: number, min: number, max: number) =>
    wholeNumber(`AGENT_CONNECTORS_${name}`, read(name) ?? String(byDefault), max, min);
  const rate = (name: string, byDefault: number) => number(name, byDefault, 1, 1_000_000);
  const calls = (name: string, byDefault: number) => number(name, byDefault, 1, 10_000);
  const day = 86_400;
  return {
    perMinute: {
      workspace: rate("REQUESTS_PER_MINUTE_USER", perMinute.workspace),
      application: rate("REQUESTS_PER_MINUTE_APPLICATION", perMinute.application),
      client: rate("TOKEN_REQUESTS_PER_MINUTE", perMinute.client),
      refused: rate("WRONG_SECRETS_PER_MINUTE", perMinute.refused),
      openid: rate("OPENID_REQUESTS_PER_MINUTE", perMinute.openid),
    },
    concurrency: {
      connector: calls("CONCURRENT_CALLS_CONNECTOR", concurrency.connector),
      workspace: calls("CONCURRENT_CALLS_USER", concurrency.workspace),
      process: calls("CONCURRENT_CALLS", concurrency.process),
    },
    applicationTokenSeconds: number("APPLICATION_TOKEN_SECONDS", defaults.applicationTokenSeconds, 60, day),
    scopedTokenSeconds: number("SCOPED_TOKEN_SECONDS", defaults.scopedTokenSeconds, 60, day),
    idempotencySeconds: number("IDEMPOTENCY_SECONDS", defaults.idempotencySeconds, 600, 30 * day),
    auditDays: number("AUDIT_DAYS", defaults.auditDays, 1, 3650),
    webhookTimeoutMs: number("WEBHOOK_TIMEOUT_MS", defaults.webhookTimeoutMs, 1, 30_000),
    executeTimeoutMs: number("EXECUTE_TIMEOUT_MS", defaults.executeTimeoutMs, 1, 300_000),
  };
}
