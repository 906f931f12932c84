import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Effect } from "../contract/effect.ts";
import type { GuardRead, Judgement, Preview } from "../contract/judgement.ts";
import type { Result } from "../contract/result.ts";
import type { Dict } from "../ground/json.ts";

interface DryRunCall {
  compiled: CompiledAction;
  /** The params, with names replaced by ids. */
  params: Dict;
  effect: Effect;
  /** The result of the guard, if the action has one. */
  judged: Judgement | undefined;
}

/**
 * Returns the call that would be sent. If the action has a `guard` or a `preview`, the result also has the values
 * before and after the call.
 */
export async function dryRun(
  connector: ConnectorDefinition,
  { compiled, params, effect, judged }: DryRunCall,
  read: GuardRead,
): Promise<Result> {
  const { entity, action, definition } = compiled;
  const about = await connector.preview?.(params, read);
  const { before, after }: Preview = judged ?? (await definition.preview?.(params as never, read)) ?? {};
  const values = {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  return { data: { entity, action, effect, ...about, params, ...values }, meta: { dry_run: true } };
}
