import { enableCompileCache, flushCompileCache } from "node:module";
import type { Try } from "./try.ts";

// A process with one framework. It runs one try at a time.

enableCompileCache();
const { frameworks } = await import("./frameworks/all-frameworks.ts");
const { runTry } = await import("./try.ts");
const framework = await frameworks[process.argv[2]!]![2]();
flushCompileCache();

process.on("message", (given: Try) => {
  runTry(framework, given).then(
    (answers) => process.send!({ answers }),
    (error: unknown) => process.send!({ failed: String(error) }),
  );
});
process.once("disconnect", () => process.exit());
