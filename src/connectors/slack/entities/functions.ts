import { action, type Zod } from "../../../core/contract/action.ts";

// These actions complete workflow steps of the app. https://docs.slack.dev/workflows/workflow-steps

const execution = (z: Zod) =>
  z
    .string()
    .regex(/^Fx[A-Za-z0-9]{2,}$/)
    .describe("id from the function_executed event, such as Fx012AB3CD");
const Execution = (z: Zod) => z.object({ function_execution_id: z.string() });

export const complete_success = action({
  description: "End the app's step of a workflow with results.",
  params: (z) => ({
    function_execution_id: execution(z),
    outputs: z.record(z.string(), z.unknown()).describe("the output parameters in the app's manifest"),
  }),
  result: Execution,
  effect: "write",
  calls: "functions.completeSuccess",
  echo: ["function_execution_id"],
  example: { function_execution_id: "Fx012AB3CD", outputs: { customer_id: "U012AB3CD" } },
});

export const complete_error = action({
  description: "End the app's step of a workflow with an error. The workflow stops.",
  params: (z) => ({
    function_execution_id: execution(z),
    error: z.string().min(1).describe("what went wrong, for the people of the workflow"),
  }),
  result: Execution,
  effect: "write",
  calls: "functions.completeError",
  echo: ["function_execution_id"],
  example: { function_execution_id: "Fx012AB3CD", error: "The customer does not exist." },
});
