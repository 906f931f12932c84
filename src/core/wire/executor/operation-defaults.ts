import type { Operation, OperationDefaults } from "../../contract/wire/operation.ts";

/** Adds defaults to an operation. The operation's own fields replace defaults of the same name. */
export function withDefaults(operation: Operation, defaults: OperationDefaults = {}): Operation {
  const merged: Operation = {
    ...defaults,
    ...operation,
    ...both("headers", operation, defaults),
    ...both("query", operation, defaults),
    ...both("errors", operation, defaults),
  };
  return merged;
}

const both = <Name extends "headers" | "query" | "errors">(
  name: Name,
  operation: Operation,
  defaults: OperationDefaults,
) => (operation[name] && defaults[name] ? { [name]: { ...defaults[name], ...operation[name] } } : {});
