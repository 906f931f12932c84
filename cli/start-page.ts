import { version } from "../src/version.ts";

/** The text of a run without arguments: what to try first. */
export const startPage = `agent-connectors ${version}: business platforms in a terminal, and for agents.

Try it without an account:
  agent-connectors call slack channels.list --sandbox
  agent-connectors call slack channels.create name=tents --dry-run --sandbox

Then with yours:
  agent-connectors list                            what the connectors need
  agent-connectors connect slack                   connect an account
  agent-connectors search slack "post a message"   find an action
  agent-connectors describe slack messages.create  show its params
  agent-connectors mcp slack                       serve the tools over MCP

All commands: agent-connectors --help
`;
