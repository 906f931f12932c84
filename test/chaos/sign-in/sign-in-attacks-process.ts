import { attackSignIns } from "./sign-in-attack-run.ts";

// Runs in a separate process, because turn-off.ts must change the source of modules before the process loads them.

const seen = await attackSignIns(JSON.parse(process.argv[2]!) as { tries: number; seed: number });
process.send!(seen);
process.disconnect();
