#!/usr/bin/env node
import { run } from "./run.ts";

// A program that reads the output, such as `head`, may close the pipe early. That is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

await run(process.argv.slice(2));
