import { existsSync, readFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { notesServer } from "./notes-server.ts";

// The file `<notes>.says`, if it exists, has another description of a tool.
const file = process.argv[2]!;
const says = `${file}.says`;
serveStdio(() =>
  notesServer({ file, ...(existsSync(says) ? { describesAdd: readFileSync(says, "utf8") } : {}) }),
);
