import type { ConnectorOptions, Decision } from "../contract/call-options.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import type { JournaledWrite } from "../journal/write-journal.ts";

/**
 * Returns what runs once per call, just before its first write: the application's `beforeWrite`, and then the start of
 * the record in the journal, because what `beforeWrite` refuses is no write. Undefined if nothing must run.
 */
export function beforeFirstWrite(
  beforeWrite: ConnectorOptions["beforeWrite"],
  context: unknown,
  journaled: Pick<JournaledWrite, "start"> | undefined,
): (() => Promise<void>) | undefined {
  if (!beforeWrite) return journaled && (() => journaled.start());
  return async () => {
    const decision = await runBeforeWrite(beforeWrite, context);
    await journaled?.start(decision);
  };
}

async function runBeforeWrite(
  beforeWrite: NonNullable<ConnectorOptions["beforeWrite"]>,
  context: unknown,
): Promise<Decision | undefined> {
  try {
    return (await beforeWrite(context)) ?? undefined;
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    const { message, stack } = toConnectorError(error);
    const hint =
      "The write was not sent. To give the reason for a refusal, beforeWrite can throw a ConnectorError.";
    throw Object.assign(new ConnectorError("internal", `beforeWrite: ${message}`, { hint }), { stack });
  }
}
