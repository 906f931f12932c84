import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";

interface Furniture {
  topic: string | undefined;
  purpose: string | undefined;
  users: readonly string[] | undefined;
}

/**
 * Sets the topic and the purpose of a new channel, and invites people. If a step fails, the channel stays, and
 * `meta.warnings` says what is missing: the call has succeeded, so a repeated call could only fail with `name_taken`.
 * @throws ConnectorError `aborted` with the outcome `partial` if the caller aborts after the channel was created
 */
export async function furnishChannel(
  context: RunContext,
  { data, meta }: RunResult,
  { topic, purpose, users }: Furniture,
): Promise<RunResult> {
  const channel = at(data, "id");
  if (typeof channel !== "string") return { data, meta };
  let record = data as Dict;
  const warnings: string[] = [];
  const failures: Dict[] = [];
  const step = async (operation: string, args: Dict, missing: string) => {
    try {
      const { body } = await context.send(operation, { channel, ...args });
      const found = at(body, "channel");
      if (isDict(found)) record = { ...record, ...found };
      failures.push(...dicts(at(body, "errors")));
    } catch (error) {
      if (!ConnectorError.is(error)) throw error;
      if (error.code === "aborted") throw aborted(error, channel);
      const doubt = error.outcome === "unknown" ? "It is unknown whether" : "Not done:";
      warnings.push(
        `${doubt} ${missing}. ${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`,
      );
    }
  };
  if (purpose !== undefined) await step("conversations.setPurpose", { purpose }, "the purpose was set");
  if (topic !== undefined) await step("conversations.setTopic", { topic }, "the topic was set");
  // With `force`, Slack invites the others if some people cannot be invited.
  if (users !== undefined)
    await step("conversations.invite", { users, force: true }, "the people were invited");
  const not_invited = failures.map(({ user, error }) => ({ user, error }));
  if (not_invited.length > 0)
    warnings.push(
      `${not_invited.length} of ${users?.length} people were not invited: ${not_invited.map(({ user, error }) => `${String(user)} (${String(error)})`).join(", ")}.`,
    );
  if (warnings.length > 0) warnings.unshift(`The channel ${channel} was created. Do not create it again.`);
  const before = Array.isArray(meta?.warnings) ? (meta.warnings as string[]) : [];
  return {
    data: { ...record, ...(not_invited.length > 0 ? { not_invited } : {}) },
    meta: { ...meta, ...(warnings.length > 0 ? { warnings: [...before, ...warnings] } : {}) },
  };
}

function aborted(error: ConnectorError, channel: string): ConnectorError {
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, `The channel ${channel} was created. ${message}`, {
    ...fields,
    outcome: "partial",
    hint: "Do not create the channel again. Set what is missing with channel_topics, channel_purposes and channel_invites.",
  });
}
