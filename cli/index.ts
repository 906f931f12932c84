#!/usr/bin/env node
import { keepCompiledCode } from "./compile-cache.ts";

keepCompiledCode();

// A program that reads the output, such as `head`, may close the pipe early. That is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.stderr.on("error", () => {});

// A static import would be compiled before the call above.
const { run } = await import("./run.ts");
await run(process.argv.slice(2));
