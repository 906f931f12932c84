import { ConnectorError, type ErrorJson } from "agent-connectors";

/** Returns the error of a function as JSON. The function must throw or reject. */
export async function errorOf(run: () => unknown): Promise<Omit<ErrorJson, "stack">> {
  try {
    await run();
  } catch (error) {
    if (ConnectorError.is(error)) return error.toJSON();
    throw error;
  }
  throw new Error("It did not throw.");
}
