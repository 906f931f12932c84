#!/usr/bin/env node
import { Command } from "commander";
import { version } from "../version.ts";
import { addCall } from "./call.ts";
import { addCheck } from "./check.ts";
import { addConnect } from "./connect/index.ts";
import { addDescribe } from "./describe.ts";
import { addList } from "./list.ts";
import { addManifest } from "./manifest.ts";
import { addMcp } from "./mcp.ts";
import { fail } from "./output.ts";
import { addSearch } from "./search.ts";

// A program that reads the output, such as `head`, may close the pipe early. Closing the pipe is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const program = new Command("agent-connectors")
  .description("Look at connectors, connect accounts, call actions, and serve tools to MCP clients.")
  .version(version)
  .showHelpAfterError();
addList(program);
addDescribe(program);
addSearch(program);
addCall(program);
addMcp(program);
addConnect(program);
addCheck(program);
addManifest(program);
await program.parseAsync().catch(fail);
