import { fullResult } from "agent-connectors";
import type { ToolDialect } from "agent-connectors/adapter";
import { functionTools, type FunctionTools } from "agent-connectors/json-schema";
import type { Loop, ScriptedCall, Seen } from "../suites/adapter.ts";

type Run = Parameters<FunctionTools["run"]>[1];
interface Form {
  call(call: Required<ScriptedCall>): object;
  seen(result: never): Omit<Seen, "output">;
}
const isError = (text: string) => "error" in (JSON.parse(text) as object);

/** MCP has a protocol of its own for calls. */
type CallDialect = Exclude<ToolDialect, "mcp">;

/** The format of calls and results of each provider. */
const forms: Record<CallDialect, Form> = {
  openai: {
    call: ({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }),
    seen: ({ tool_call_id, content }: { tool_call_id: string; content: string }) => ({
      id: tool_call_id,
      text: content,
      marked: isError(content),
    }),
  },
  "openai-responses": {
    call: ({ id, name, args }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
    }),
    seen: ({ call_id, output }: { call_id: string; output: string }) => ({
      id: call_id,
      text: output,
      marked: isError(output),
    }),
  },
  anthropic: {
    call: ({ id, name, args }) => ({ type: "tool_use", id, name, input: args }),
    seen: (result: { tool_use_id: string; content: string; is_error?: true }) => ({
      id: result.tool_use_id,
      text: result.content,
      marked: result.is_error === true,
    }),
  },
  gemini: {
    call: ({ id, name, args }) => ({ functionCall: { id, name, args } }),
    seen: ({
      functionResponse: { id, response },
    }: {
      functionResponse: { id: string; response: { output?: unknown; error?: unknown } };
    }) => ({
      id,
      text: JSON.stringify(response.output ?? { error: response.error }),
      marked: response.error !== undefined,
    }),
  },
};

export const dialects = Object.keys(forms) as CallDialect[];

export const rawLoop = (dialect: CallDialect): Loop => ({
  name: `raw function calling, ${dialect}`,
  outputs: true,
  ids: true,
  async run(sources, turns, { signal, context, ...options } = {}) {
    const tools = await functionTools(sources, options);
    const { call, seen } = forms[dialect];
    const out: Seen[][] = [];
    const run: Run = { signal, context };
    for (const turn of turns) {
      const calls = turn.map((one) => call({ name: tools.names[0]!, ...one }));
      const results = await tools.run(calls, run);
      out.push(results.map((result) => ({ ...seen(result as never), output: fullResult(result) })));
    }
    return out;
  },
});
