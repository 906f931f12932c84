import type { AudienceReader, ExternalRule } from "../contract/audience.ts";
import { operationNames } from "../contract/action.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Effect } from "../contract/effect.ts";
import type { GuardRead, Judgement, ChangePreview } from "../contract/judgement.ts";
import type { DryRun, Result } from "../contract/result.ts";
import type { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { describeAudience } from "./audience.ts";

interface DryRunCall {
  compiled: CompiledAction;
  /** The params, with ids instead of names such as `#general`. */
  params: Dict;
  effect: Effect;
  /** The result of the action's `guard`. Undefined if the action has no `guard`. */
  judged: Judgement | undefined;
  /** The error of the call, if a policy does not allow its effect. */
  refused: ConnectorError | undefined;
  audience: AudienceReader | undefined;
  /** The rule for writes that people of another company can read. */
  rule: ExternalRule;
}

/**
 * Describes a call without sending it. The description has the current values (`before`) and the new values (`after`)
 * if the action has a `guard` or a `preview`. The result has `refused` if a policy does not allow the effect that the
 * `guard` has found, and `meta.already` if the call would change nothing.
 * `reads`: `named` adds names to its results, and `plain` does not.
 * @throws the error of the platform, if `connector.foresee` finds that the platform would refuse the call
 */
export async function dryRun(
  connector: ConnectorDefinition,
  { compiled, params, effect, judged, refused, audience, rule }: DryRunCall,
  reads: { named: GuardRead; plain: GuardRead },
): Promise<Result<DryRun>> {
  const { entity, action, definition } = compiled;
  const results = new Map<string, Promise<Result>>();
  const read = readOnce(reads.named, results);
  const operation = operationNames(definition)[0]!;
  const { already } = (await connector.foresee?.(params, { operation, read })) ?? {};
  const { params: shown, ...place } = (await connector.preview?.(params, read)) ?? {};
  const { before, after, names }: ChangePreview =
    judged ?? (await definition.preview?.(params as never, read)) ?? {};
  const effects = judged?.effects ?? [];
  const readers = await describeAudience(
    { audience, compiled, params },
    rule,
    readOnce(reads.plain, results),
  );
  const warnings = [...readers.warnings, ...((await judged?.warnings?.()) ?? [])];
  const account = judged?.raises?.length ? await judged.account?.() : judged?.changes?.account;
  const exposure = await judged?.exposure?.();
  const named = names?.() ?? {};
  const values = {
    ...(effects.length > 1 ? { effects } : {}),
    ...(refused === undefined ? {} : { refused: refused.toJSON() }),
    ...(exposure === undefined ? {} : { exposure }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  return {
    data: {
      entity,
      action,
      effect,
      ...place,
      ...readers.fields,
      params: (shown as Dict | undefined) ?? judged?.shownParams ?? judged?.params ?? params,
      ...values,
    },
    meta: {
      dry_run: true,
      ...(account?.currency === undefined ? {} : { currency: account.currency }),
      ...(Object.keys(named).length > 0 ? { names: named } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(already === undefined ? {} : { already }),
      ...(definition.rows ? { rows: { param: definition.rows.param, effects: judged?.items } } : {}),
    },
  };
}

/** Returns a function that runs equal reads only once, because several parts of a dry run read the same records. */
function readOnce(read: GuardRead, results: Map<string, Promise<Result>>): GuardRead {
  return (entity, action, params) => {
    const key = JSON.stringify([entity, action, params]);
    const result = results.get(key) ?? read(entity, action, params);
    results.set(key, result);
    return result;
  };
}
