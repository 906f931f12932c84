export type Files = Readonly<Record<string, string>>;

/** A task for a coding agent in a small project, and a program that tests what the result does. */
export interface CodingTask {
  name: string;
  prompt: string;
  /** The project as the agent finds it. */
  start: Files;
  /** A reference solution: the files that differ from `start`. */
  solution: Files;
  /** A plausible solution that the check must refuse. */
  wrong: Files;
  /** The program `check.ts`, which ends with an error unless the task is done. It can import `check-tools.ts`. */
  check: string;
}
