import type { SlackSandbox } from "agent-connectors/sandbox";

type Dict = Record<string, unknown>;

export interface World {
  sandbox: SlackSandbox;
  execute(entity: string, action: string, params: Dict, context?: Dict): Promise<{ data: Dict }>;
  /** Returns how often the sandbox has done the `operation` of the `WriteCase` that is running. */
  done(): number;
}

export interface WriteCase {
  /** `entity.action`, and a description if an action has several cases. */
  name: string;
  /** Default: the bot's token. */
  token?: "user";
  operation: string;
  /**
   * How the outcome can be known after a lost response. `repeat`: a second request has no further effect. `look`:
   * Slack shows the record. `never`: Slack shows nothing that belongs only to this write. `if not done`: Slack
   * refuses a second request if the first request was done, but also for other reasons.
   */
  asked: "repeat" | "look" | "never" | "if not done";
  /** Makes the records that the write needs. */
  prepare?: (world: World) => Promise<Dict>;
  params: (world: World, made: Dict) => Dict;
  /** The option `context` of the call, such as the trigger of a click. */
  context?: (world: World) => Dict;
  /** Returns how often the effect is in the workspace. */
  effects: (world: World, made: Dict) => number;
}
