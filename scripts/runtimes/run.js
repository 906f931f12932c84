import { fingerprints } from "./conformance.js";
import { program } from "./program.js";

/** Runs all programs that must have the same output on every runtime. */
export const run = async () => ({ ...(await program()), ...(await fingerprints()) });
