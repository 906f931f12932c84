import type { ConnectorOptions } from "../contract/call-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { isDict } from "../ground/json.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";

/** All options of the second constructor argument. */
const codeOptions = {
  fetch: optionTypes.function,
  endpoint: optionTypes.string,
  timeoutMs: optionTypes.milliseconds,
  totalWaitMs: optionTypes.milliseconds,
  clock: optionTypes.clock,
  policy: optionTypes.objects,
  onCall: optionTypes.function,
  tracing: {
    says: "what openTelemetry() returns",
    is: (value) => isDict(value) && typeof value.call === "function" && typeof value.request === "function",
  },
  beforeWrite: optionTypes.function,
  store: optionTypes.store,
  onRefresh: optionTypes.function,
  journal: optionTypes.boolean,
  journalStore: optionTypes.function,
  keepIdempotency: optionTypes.boolean,
  jobs: optionTypes.object,
  connectedAt: optionTypes.time,
} satisfies Record<keyof ConnectorOptions, OptionType>;

/** @throws ConnectorError `config_error` */
export function readConnectorOptions(code: unknown): ConnectorOptions {
  const options: ConnectorOptions = readOptions(code, codeOptions, "code options", "");
  if (options.store) checkPrivate(options.store);
  else if (options.journal)
    throw optionError(
      "journal",
      "The journal needs the option store, which keeps it.",
      'Pass store: fileStore("./state"), or another store of the page docs/stores.md.',
    );
  return options;
}
