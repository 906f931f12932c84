/** Checks a promise of the package under random faults. */
export interface ChaosTest {
  name: string;
  /** The number of tries in a full run and in a quick run. */
  tries: { full: number; quick: number };
  /**
   * The names of the defences that the test checks. A defence is code of the service that keeps the promise. If a
   * defence is turned off, the test must fail.
   */
  defences: readonly string[];
  /** The reason why this machine cannot run the test. */
  unavailable?: string | undefined;
  run(options: ChaosOptions): Promise<Seen>;
}

export interface ChaosOptions {
  tries: number;
  /** The same seed gives the same random choices. */
  seed: number;
  /** The defence that is turned off. Undefined if all defences are on. */
  without: string | undefined;
}

export interface Seen {
  /** The numbers to print, by name, such as `{ "second writes": 0 }`. */
  counts: Readonly<Record<string, number>>;
  /** The cases in which the promise was broken. */
  failures: readonly string[];
}
