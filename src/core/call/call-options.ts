import { type ExternalRule, externalRules } from "../contract/audience.ts";
import type { CallOptions } from "../contract/call-options.ts";
import { isDict, readArray } from "../ground/json.ts";
import { type OptionType, optionTypes, readOptions } from "../ground/read-options.ts";

export const callOptions = {
  signal: optionTypes.signal,
  context: optionTypes.anything,
  idempotencyKey: optionTypes.key,
  callId: optionTypes.string,
  unchecked: optionTypes.boolean,
  external: {
    says: externalRules.join(", "),
    is: (value) => externalRules.includes(value as ExternalRule),
  },
  decision: {
    says: "who has decided, as { by: [...], approval?, permission?, rows?, undoes? }",
    is: (value) =>
      isDict(value) &&
      (readArray(value.by) ?? [0]).every((one) => typeof one === "string") &&
      (value.rows === undefined || (readArray(value.rows) ?? [""]).every(Number.isInteger)) &&
      [value.approval, value.permission, value.undoes].every((one) =>
        ["undefined", "string"].includes(typeof one),
      ),
  },
  onProgress: optionTypes.function,
} satisfies Record<keyof CallOptions, OptionType>;

/** @throws ConnectorError `config_error` */
export const readCallOptions = (options: unknown): CallOptions =>
  readOptions(options, callOptions, "options", "options.");
