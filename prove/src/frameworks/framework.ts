import type { OurTools } from "../tools/our-tools.ts";
import type { Script } from "../script.ts";

/** One run of an agent. */
export interface Run {
  script: Script;
  /** The id of the run, which the framework passes to the tools. */
  context: { run?: string };
  /** Stores the state of the framework. A new process continues from it. */
  save(state: string): void;
}

/**
 * A framework with a scripted model. Both functions return what the model gets for its calls.
 * `Kit`: what the framework needs for a tool.
 */
export interface Framework<Kit = object> {
  plain(asks: boolean): Kit;
  ours(ours: OurTools, asks: boolean): Kit | Promise<Kit>;
  /** Runs the agent until it ends, or until the framework asks a person. */
  start(kit: Kit, run: Run): Promise<string[]>;
  /** Continues from a stored state, and answers the framework's question with yes. */
  resume(kit: Kit, run: Run, state: string): Promise<string[]>;
}

export const request = "Tell everybody when lunch is.";
