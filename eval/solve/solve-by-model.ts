import { fullResult } from "agent-connectors/adapter";
import { generateText, stepCountIs, type LanguageModel } from "ai";
import type { Solve } from "./solution.ts";

const instructions =
  "You work for the person who writes to you. Do what the message asks with the tools, and nothing else. Do not ask questions. End with a short answer.";

/** The most turns of a model in one task. */
const mostSteps = 60;

/** Lets a model of the AI SDK solve the tasks. */
export const byModel =
  (model: LanguageModel): Solve =>
  async ({ prompt }, agent, open) => {
    const { text, finishReason } = await generateText({
      model,
      instructions,
      prompt,
      tools: await open.modelTools(),
      stopWhen: stepCountIs(mostSteps),
      onStepFinish: ({ toolResults }) => {
        for (const { input, output } of toolResults) agent.count(JSON.stringify(input), textOf(output));
      },
    });
    const stopped = finishReason === "stop" ? {} : { stopped: `the model stopped with ${finishReason}` };
    return { answer: text, ...stopped };
  };

/** Returns the text of a result as the model reads it. */
const textOf = (output: unknown): string =>
  fullResult(output)?.text ?? (typeof output === "string" ? output : JSON.stringify(output));
