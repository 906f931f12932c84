import type { ConnectorOptions } from "../contract/call-options.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";

export async function runBeforeWrite(
  beforeWrite: NonNullable<ConnectorOptions["beforeWrite"]>,
  context: unknown,
): Promise<void> {
  try {
    await beforeWrite(context);
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    const { message, stack } = toConnectorError(error);
    const hint =
      "The write was not sent. To give the reason for a refusal, beforeWrite can throw a ConnectorError.";
    throw Object.assign(new ConnectorError("internal", `beforeWrite: ${message}`, { hint }), { stack });
  }
}
