import type { Proofs } from "./proof.ts";

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

const meanings: Proofs["meanings"] = {
  emulated:
    "A test compares the requests of the action with GitHub's documentation and with its OpenAPI document, and another one runs the action at an emulator of GitHub, which keeps the state of a repository",
  documented:
    "A test compares the requests of the action with GitHub's documentation and with its OpenAPI document",
};

export const githubProofs: Proofs = {
  meanings,
  of: (name) => (notInEmulator.includes(name) ? "documented" : "emulated"),
};
