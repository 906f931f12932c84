import type { ProgramResult } from "agent-connectors/adapter";
import type { CodeMode } from "agent-connectors/code-mode";
import { getHostFunctionContext, run } from "run";

export interface ProgramRun {
  /** The results of the calls, in order. */
  calls: ProgramResult[];
  value?: unknown;
  /** The message of the error that has ended the program. */
  error?: string;
}

let runs = 0;

/** Runs a program in the isolated runner `run`. */
export async function runIsolated(code: CodeMode, program: string): Promise<ProgramRun> {
  const calls: ProgramResult[] = [];
  const id = ++runs;
  const call = async (...given: [string, string, string, unknown]) => {
    const { abortSignal: signal, requestId } = getHostFunctionContext();
    const result = await code.call(...given, { signal, callId: `${id}-${requestId}` });
    calls.push(result);
    return result;
  };
  try {
    const result = await run({ source: code.source(program), hostFunctions: { connectors: { call } } });
    return result.status === "completed" ? { calls, value: result.value } : { calls, error: result.status };
  } catch (error) {
    return { calls, error: (error as Error).message };
  }
}
