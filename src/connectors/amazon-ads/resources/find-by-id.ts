import { metaOf } from "../../../core/call/in-process.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at } from "../../../core/ground/json.ts";

/** One record by its id: there is no request for that, so the list is asked, with the id as its filter. */
export async function getOne(
  { send }: RunContext,
  operation: string,
  args: Record<string, unknown>,
  pick: string,
): Promise<RunResult> {
  const reply = await send(operation, args);
  const found = at(reply.body, pick);
  const record: unknown = Array.isArray(found) ? found[0] : undefined;
  if (record === undefined)
    throw new ConnectorError(
      "not_found",
      `There is no such record in this profile: ${JSON.stringify(Object.values(args).flat().at(-1))}.`,
      {
        hint: "Check the id, and that it belongs to this profileId; the list action tells what there is.",
      },
    );
  return { data: record, meta: metaOf(reply) };
}
