import file from "../../src/connectors/github/connector.json" with { type: "json" };

/** The actions that the emulator of GitHub cannot run, because it has no workflows. */
export const notInEmulator: readonly string[] = [
  "workflow_jobs.get_log",
  "workflow_jobs.list",
  "workflow_runs.cancel",
  "workflow_runs.get",
  "workflow_runs.rerun",
  "workflow_runs.rerun_failed",
  "workflows.dispatch",
];

/** Returns the section that says what proved each action. */
export function githubProof(): string {
  const names = Object.entries(file.actions).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );
  return [
    "## What proved each action",
    "",
    "| Proof | Meaning |",
    "|---|---|",
    "| documented | A test compares the requests of the action with GitHub's documentation and with its OpenAPI document |",
    "| emulator | A test runs the action at an emulator of GitHub, which keeps the state of a repository |",
    "| live | A check with a real account has run the action. No action has this proof |",
    "",
    "| Action | Proof |",
    "|---|---|",
    ...names
      .toSorted()
      .map((name) => `| \`${name}\` | documented${notInEmulator.includes(name) ? "" : ", emulator"} |`),
  ].join("\n");
}
