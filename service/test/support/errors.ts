import { ConnectorError, type ErrorJson } from "agent-connectors";

/** The error that a function throws or rejects with, as JSON. */
export async function errorOf(run: () => unknown): Promise<Omit<ErrorJson, "stack">> {
  try {
    await run();
  } catch (error) {
    if (ConnectorError.is(error)) return error.toJSON();
    throw error;
  }
  throw new Error("It did not throw.");
}
