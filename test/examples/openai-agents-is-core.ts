import { registerHooks } from "node:module";
import { setDefaultModelProvider, setTracingDisabled, Usage, type Model } from "@openai/agents-core";

// This module is loaded before a program that imports `@openai/agents`. That package is `@openai/agents-core` with a
// model of OpenAI. If it is not installed, the program gets the core with the following model.

interface Item {
  type?: string;
  role?: string;
  content?: unknown;
  callId?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
  output?: { text: string };
}

setTracingDisabled(true);
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "@openai/agents") return next(specifier, context);
    try {
      return next(specifier, context);
    } catch {
      setDefaultModelProvider({ getModel: () => model });
      return next("@openai/agents-core", context);
    }
  },
});

const model: Model = {
  async getResponse({ input, tools }) {
    const items = typeof input === "string" ? [{ role: "user", content: input }] : (input as Item[]);
    const response = await fetch(`${process.env.OPENAI_BASE_URL}/responses`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
      body: JSON.stringify({ model: "test", tools, input: items.map(toOpenAI) }),
    });
    const { output } = (await response.json()) as { output: Item[] };
    return { usage: new Usage(), output: output.map(fromOpenAI) as never };
  },
  getStreamedResponse() {
    throw new Error("The programs do not stream.");
  },
};

function toOpenAI({ type, role, content, callId: call_id, name, arguments: input, output }: Item): object {
  if (type === "function_call") return { type, call_id, name, arguments: input };
  if (type === "function_call_result") return { type: "function_call_output", call_id, output: output!.text };
  return { role, content };
}

const fromOpenAI = ({ call_id: callId, ...item }: Item): object => ({
  ...item,
  status: "completed",
  ...(callId === undefined ? {} : { callId }),
});
