import type { ConnectorOptions } from "../contract/call-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { type OptionType, optionTypes, readOptions } from "../ground/read-options.ts";

/** All options of the second constructor argument. */
const codeOptions = {
  fetch: optionTypes.function,
  endpoint: optionTypes.string,
  timeoutMs: optionTypes.milliseconds,
  totalWaitMs: optionTypes.milliseconds,
  clock: optionTypes.clock,
  policy: optionTypes.objects,
  onCall: optionTypes.function,
  beforeWrite: optionTypes.function,
  store: optionTypes.store,
  onRefresh: optionTypes.function,
  keepIdempotency: optionTypes.boolean,
  connectedAt: optionTypes.time,
} satisfies Record<keyof ConnectorOptions, OptionType>;

/** @throws ConnectorError `config_error` */
export function readConnectorOptions(code: unknown): ConnectorOptions {
  const options: ConnectorOptions = readOptions(code, codeOptions, "code options", "");
  if (options.store) checkPrivate(options.store);
  return options;
}
