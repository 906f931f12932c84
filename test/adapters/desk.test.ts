import { testDesk } from "../suites/adapter/desk.ts";
import { openInProcess } from "../suites/adapter/bench.ts";
import { pausingLoops } from "./pausing-loops.ts";

for (const loop of pausingLoops) testDesk(loop, openInProcess);
