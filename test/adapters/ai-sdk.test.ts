import { testAdapter } from "../suites/adapter.ts";
import { openInProcess } from "../suites/adapter/bench.ts";
import { aiLoop, majors } from "./ai-loops.ts";

for (const major of majors)
  for (const way of ["generateText", "streamText"] as const) testAdapter(aiLoop(major, way), openInProcess);
