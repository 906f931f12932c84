import { attackSignIns } from "./sign-in-attack-run.ts";
console.time("t");
const s = await attackSignIns({ tries: Number(process.argv[2]), seed: Number(process.argv[3] ?? 1) });
console.timeEnd("t");
console.log(s.counts, s.failures.slice(0, 30));
