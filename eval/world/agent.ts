import type { ToolResult } from "agent-connectors/adapter";
import { tokensOf } from "./tokens.ts";
import type { ActionCall, OpenInterface } from "./interfaces.ts";

/** What the calls of a run cost. Tokens are those of o200k. */
export interface Cost {
  calls: number;
  /** The descriptions and schemas of the tools, once. */
  toolTokens: number;
  /** The arguments of all calls. */
  callTokens: number;
  /** The texts of all results. */
  resultTokens: number;
}

/** Makes calls, counts them, and remembers what a model would have read. */
export interface Agent {
  cost: Cost;
  call(call: ActionCall): Promise<ToolResult>;
  /** Counts a call that something else has made, such as a model. */
  count(said: string, text: string): void;
  /** Returns whether the model could have read the value by now. */
  hasRead(value: unknown): boolean;
}

export function createAgent(open: OpenInterface, prompt: string): Agent {
  const cost: Cost = { calls: 0, toolTokens: tokensOf(open.toolText), callTokens: 0, resultTokens: 0 };
  const texts = [prompt];
  const count = (said: string, text: string) => {
    texts.push(text);
    cost.calls++;
    cost.callTokens += tokensOf(said);
    cost.resultTokens += tokensOf(text);
  };
  return {
    cost,
    count,
    async call(call) {
      const { said, result } = await open.call(call);
      count(said, result.text);
      return result;
    },
    hasRead(value) {
      if (typeof value === "object") return true;
      // Results are JSON, so a text in a result is escaped.
      const written = JSON.stringify(String(value)).slice(1, -1);
      return texts.some((text) => text.includes(written));
    },
  };
}
