/** The tests of one file, after they ran without a mutant. `tests` is the path of the file. */
export interface Coverage {
  tests: string;
  /** Milliseconds to load the file. */
  load: number;
  /** Milliseconds of each test, by id. */
  durations: Record<string, number>;
  /** The ids of the tests that reach each mutant. */
  reached: Record<number, string[]>;
}

/** A line of the file through which the process of the tests reports. */
export type Report =
  | { is: "process"; pid: number }
  | { is: "broken"; tests: string; failures: string[] }
  | ({ is: "covered" } & Coverage)
  | { is: "begin"; mutant: number; limit: number }
  | { is: "end"; mutant: number; by: string | undefined }
  | { is: "done" };

/** What the process of the tests has to do. It reads this from a file. */
export interface Plan {
  reports: string;
  tests: string[];
  /** From earlier processes: files that need no run without a mutant any more, and mutants that are judged. */
  coverage: Coverage[];
  judged: number[];
}
