/** A line of the file through which the process of the tests reports. `tests` is the path of a file of tests. */
export type Report =
  | { is: "process"; pid: number }
  | { is: "broken"; tests: string; failures: string[] }
  | { is: "covered"; tests: string; mutants: number[] }
  | { is: "begin"; mutant: number; tests: string; limit: number }
  | { is: "end"; mutant: number; tests: string; by: string | undefined }
  | { is: "done"; tests: string };

/** What the process of the tests has to do. It reads this from a file. */
export interface Plan {
  reports: string;
  /** Mutants that need no judgement any more. */
  noticed: number[];
  /** Mutants that a file of tests has judged already. */
  judged: Record<string, number[]>;
}
