/** One line of `npm run chaos`: a promise that must hold under random faults. */
export interface ChaosTest {
  name: string;
  /** How many times a run tries it. */
  tries: { full: number; quick: number };
  /** The defences that the test guards. It must fail if one of them is turned off. */
  defences: readonly string[];
  /** The reason why this machine cannot run the test. */
  unavailable?: string | undefined;
  run(options: ChaosOptions): Promise<Seen>;
}

export interface ChaosOptions {
  tries: number;
  /** The start of every random choice. The same seed makes the same choices. */
  seed: number;
  /** The defence that is turned off. */
  without: string | undefined;
}

export interface Seen {
  /** What happened, in the words of the line: `{ "dead pairs": 0 }`. */
  counts: Readonly<Record<string, number>>;
  /** Each one breaks the promise. */
  failures: readonly string[];
}
