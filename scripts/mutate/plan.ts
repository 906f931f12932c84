/** The results of a test file in a run without any mutant. */
export interface Coverage {
  /** The path of the test file. */
  tests: string;
  /** Milliseconds to load the file. */
  load: number;
  /** Milliseconds of each test, by id. */
  durations: Record<string, number>;
  /** The ids of the tests that reach each mutant. */
  reached: Record<number, string[]>;
}

/** A line of the report file, which the test process writes. */
export type Report =
  | { is: "process"; pid: number }
  | { is: "broken"; tests: string; failures: string[] }
  | ({ is: "covered" } & Coverage)
  | { is: "begin"; mutant: number; limit: number }
  | { is: "end"; mutant: number; by: string | undefined }
  | { is: "done" };

/** The work of a test process, which reads its plan from a file. */
export interface Plan {
  reports: string;
  tests: string[];
  /** The results of test files that an earlier process has already run without a mutant. */
  coverage: Coverage[];
  /** The mutants that an earlier process has already tested. */
  judged: number[];
}
