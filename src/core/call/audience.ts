import type { AudienceReader, ExternalRule } from "../contract/audience.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { GuardRead } from "../contract/judgement.ts";
import type { Policy } from "../contract/policy.ts";
import type { Meta } from "../contract/result.ts";
import { withTimeout } from "../ground/abort.ts";
import type { Dict } from "../ground/json.ts";
import { enforceExternal } from "../policy/enforce-external.ts";
import type { ReadFor } from "./undo.ts";

const reportTimeoutMs = 3000;

interface AudienceOf {
  audience: AudienceReader | undefined;
  compiled: CompiledAction;
  params: Dict;
}

interface Written extends AudienceOf {
  policies: readonly Policy[];
}

/**
 * Checks a write before it is sent, and returns warnings if the readers are unknown.
 * @throws ConnectorError `policy_denied` if people outside the company can read the write, and the rule forbids that
 */
export async function checkAudience(
  { audience, compiled: { entity, action }, params }: AudienceOf,
  rule: ExternalRule,
  read: GuardRead,
): Promise<readonly string[]> {
  const found = await audience?.(params, { entity, action, read, describe: false });
  if (!found) return [];
  enforceExternal(rule, found, { entity, action });
  return found.warnings;
}

/**
 * Describes the readers of a write that was sent, if people outside the company can read it. Never throws, because the
 * write has already succeeded.
 */
export async function audienceMeta(
  { audience, compiled: { entity, action }, params, policies }: Written,
  readFor: ReadFor,
  signal: AbortSignal | undefined,
): Promise<Pick<Meta, "audience" | "warnings">> {
  try {
    const found = await withTimeout(reportTimeoutMs, signal, async (stop) =>
      audience?.(params, { entity, action, read: readFor(stop), describe: false }),
    );
    if (!found) return {};
    const { readers, external } = found;
    // If the policy allows all readers, it does not matter that some are unknown.
    const warnings = policies.some((policy) => policy.external === true) ? [] : found.warnings;
    return {
      ...(external.length > 0 ? { audience: readers } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  } catch {
    return {};
  }
}

/**
 * Returns the fields and the warnings of a dry run. `rule`: the rule for the real call.
 * @throws ConnectorError `policy_denied` if the real call would fail even after a person has approved it
 */
export async function describeAudience(
  { audience, compiled: { entity, action }, params }: AudienceOf,
  rule: ExternalRule,
  read: GuardRead,
): Promise<{ fields: Dict; warnings: readonly string[] }> {
  const found = await audience?.(params, { entity, action, read, describe: true });
  if (!found) return { fields: {}, warnings: [] };
  const { readers, external, notified, notified_people, warnings } = found;
  if (rule === "refuse") enforceExternal(rule, found, { entity, action });
  const needed =
    rule === "policy" && external.length > 0
      ? ["People outside the company can read this, so the tool refuses it unless a person approves it."]
      : [];
  return {
    fields: {
      audience: readers,
      ...(external.length === 0 ? {} : { external }),
      ...(notified === undefined ? {} : { notified }),
      ...(notified_people === undefined ? {} : { notified_people }),
    },
    warnings: [...needed, ...warnings],
  };
}
