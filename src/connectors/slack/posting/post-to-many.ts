import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { postOnce } from "./post-once.ts";

/**
 * Posts the same message to each conversation, exactly once. A post that fails does not stop the others. The message in
 * each conversation is found by the same key, because only one conversation is searched at a time.
 * @throws ConnectorError if no message is known to be posted: the first error whose outcome is unknown, or else the first error
 */
export async function postToMany(
  context: RunContext,
  channels: readonly string[],
  args: Dict,
): Promise<RunResult> {
  const succeeded: Dict[] = [];
  const failed: Dict[] = [];
  const unknown: Dict[] = [];
  const errors: ConnectorError[] = [];
  const ids = [...new Set(channels)];
  for (const to of ids)
    try {
      const { data, meta } = await postOnce(context, [{ ...args, channel: to }]);
      const { channel, ts, permalink } = isDict(data) ? data : {};
      const recovered = meta?.recovered === undefined ? {} : { recovered: meta.recovered };
      succeeded.push({ to, channel, ts, permalink, ...recovered });
    } catch (error) {
      if (!ConnectorError.is(error)) throw error;
      if (error.code === "aborted") throw aborted(error, succeeded);
      errors.push(error);
      const { code, message, hint } = error;
      (error.outcome === "unknown" ? unknown : failed).push({ to, code, message, hint });
    }
  if (succeeded.length === 0) throw nonePosted(errors, unknown);
  const about = (list: readonly Dict[], text: string) =>
    list.length === 0 ? [] : [`${list.length} of ${ids.length} messages ${text}`];
  return {
    data: { succeeded, failed, ...(unknown.length > 0 ? { unknown } : {}) },
    meta: {
      warnings: [
        ...about(failed, "were not posted: see data.failed."),
        ...about(unknown, "may have been posted: see data.unknown, and check before you post again."),
      ],
    },
  };
}

/** Adds where the message may have been posted, if it certainly was not posted to the others. */
function nonePosted(errors: readonly ConnectorError[], unknown: readonly Dict[]): ConnectorError {
  const error = errors.find(({ outcome }) => outcome === "unknown") ?? errors[0]!;
  if (unknown.length === 0 || errors.length === 1) return error;
  const { code, message, ...fields } = error.toJSON();
  const where = unknown.map(({ to }) => String(to)).join(", ");
  return new ConnectorError(
    code,
    `${message} The message may have been posted to ${where}, and to no other conversation.`,
    fields,
  );
}

/** Adds the messages that were posted before the caller aborted. */
function aborted(error: ConnectorError, posted: readonly Dict[]): ConnectorError {
  if (posted.length === 0) return error;
  const { code, message, ...fields } = error.toJSON();
  const where = posted.map(({ to, ts }) => `${String(to)} (ts ${String(ts)})`).join(", ");
  return new ConnectorError(code, `${message} Before that, the message was posted to ${where}.`, {
    ...fields,
    outcome: error.outcome === "unknown" ? "unknown" : "partial",
    hint: "Post only to the others, or delete what was posted.",
  });
}
