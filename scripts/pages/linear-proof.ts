import type { Proofs } from "./proof.ts";

/** The actions that the tests run with an emulator of Linear: test/connectors/linear/emulator.test.ts. */
export const emulated: ReadonlySet<string> = new Set([
  "comments.create",
  "comments.delete",
  "comments.list",
  "comments.update",
  "cycles.list",
  "issues.add_label",
  "issues.archive",
  "issues.create",
  "issues.delete",
  "issues.get",
  "issues.list",
  "issues.remove_label",
  "issues.unarchive",
  "issues.update",
  "labels.create",
  "labels.delete",
  "labels.list",
  "projects.get",
  "projects.list",
  "teams.list",
  "users.list",
  "users.me",
  "workflow_states.list",
]);

const meanings: Proofs["meanings"] = {
  documented:
    "Linear's schema accepts the request with every param, by the validator of the package `graphql`, and the result has the fields that the schema describes",
  emulated: "In addition, the action was run with an emulator of Linear, with its undo",
};

export const linearProofs: Proofs = {
  meanings,
  of: (name) => (emulated.has(name) ? "emulated" : "documented"),
};
