import connector from "../../src/connectors/linear/connector.json" with { type: "json" };

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

/** Returns the section that says what proved each action. */
export function linearProof(): string {
  const { actions } = connector as { actions: Record<string, Record<string, unknown>> };
  const names = Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((action) => `${entity}.${action}`),
  );
  return [
    "## What proved each action",
    "",
    "| Proof | Meaning |",
    "|---|---|",
    "| documented | Linear's schema accepts the request with every param, by the validator of the package `graphql`, and the result has the fields that the schema describes |",
    "| emulated | In addition, the action was run with an emulator of Linear, with its undo |",
    "| live | A check with a real account has run the action. No action has this proof |",
    "",
    "| Action | Proof |",
    "|---|---|",
    ...names.toSorted().map((name) => `| \`${name}\` | ${emulated.has(name) ? "emulated" : "documented"} |`),
  ].join("\n");
}
