import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("sealed-rows-process.ts", import.meta.url);

/**
 * Changes rows of the store without the master key: swaps, moves, replays, plants and deletes them. The service must
 * never act on such a row.
 */
export const sealedRows: ChaosTest = {
  name: "sealed-rows",
  tries: { full: 1000, quick: 120 },
  defences: ["row-hash", "row-absence", "list-signature", "list-version", "seen-version", "token-owner"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
