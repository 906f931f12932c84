import { fingerprints } from "./conformance.js";
import { program } from "./program.js";

/** Returns the results of all programs, which must be the same on every runtime. */
export const run = async () => ({ ...(await program()), ...(await fingerprints()) });
