import type { CodeOptions } from "../contract/call-options.ts";
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
  credentialStore: optionTypes.credentialStore,
  spendStore: optionTypes.spendStore,
  stateStore: optionTypes.stateStore,
  keepIdempotency: optionTypes.boolean,
  connectedAt: optionTypes.time,
} satisfies Record<keyof CodeOptions, OptionType>;

/** @throws ConnectorError `config_error` */
export const readCodeOptions = (code: unknown): CodeOptions =>
  readOptions(code, codeOptions, "code options", "");
