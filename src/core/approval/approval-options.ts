import type { ApprovalOptions } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { readApprovalRules } from "./approval-rules.ts";
import { isRules } from "./preview-call.ts";

/** A call can wait for a week, so that it survives a weekend. */
export const defaultExpiry = 7 * 86_400;

/** @throws ConnectorError `config_error` */
export function readApprovalOptions(options: ApprovalOptions): ApprovalOptions {
  readOptions(options, known, "options of approvals", "");
  const { scope, permissionScope = scope, store, needsApproval } = options;
  const isScope = (given: unknown) =>
    typeof given === "function" || (typeof given === "string" && given !== "");
  if (!isScope(permissionScope) && isScope(scope))
    throw optionError(
      "permissionScope",
      "The permissionScope must be a text or a function.",
      "Pass the id of the account or the user for whose calls a permission counts.",
    );
  if (!isScope(scope))
    throw optionError(
      "scope",
      "The scope must be a text or a function.",
      "Pass the id of the conversation, because the ids of calls are unique only within one conversation.",
    );
  if (!optionTypes.store.is(store))
    throw optionError(
      "store",
      "Approvals need a store.",
      'Pass fileStore("./state"), or memoryStore() for a test.',
    );
  checkPrivate(store);
  return isRules(needsApproval)
    ? { ...options, needsApproval: readApprovalRules(needsApproval, "needsApproval") }
    : options;
}

const known = {
  scope: optionTypes.anything,
  permissionScope: optionTypes.anything,
  store: optionTypes.anything,
  needsApproval: {
    says: "a function, or an array of rules",
    hidden: true,
    is: (value) => typeof value === "function" || Array.isArray(value),
  },
  decides: { says: "framework or desk", is: (value) => value === "framework" || value === "desk" },
  page: { says: "a function that returns an address", is: (value) => typeof value === "function" },
  expiresInSeconds: {
    says: "a whole number of seconds, at least 1",
    is: (value) => Number.isInteger(value) && (value as number) > 0,
  },
  clock: optionTypes.clock,
} satisfies Record<keyof ApprovalOptions, OptionType>;

/**
 * Refuses an empty scope, because all conversations would then share their records.
 * @throws ConnectorError `config_error`
 */
export function checkedScope(scope: unknown): string {
  if (typeof scope === "string" && scope !== "") return scope;
  throw new ConnectorError(
    "config_error",
    "The option `scope` or `permissionScope` is a function that has returned no text for this call.",
    {
      path: "scope",
      hint: "Return the id of the conversation, and pass the context of the call to the framework.",
    },
  );
}
