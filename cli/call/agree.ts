import { previewCall } from "../../src/core/approval/preview-call.ts";
import { readApprovalRules } from "../../src/core/approval/approval-rules.ts";
import type { ApprovalNeed, AskedCall } from "../../src/core/contract/approval.ts";
import type { CallOptions, Decision } from "../../src/core/contract/call-options.ts";
import { canHave, type Effect, type EffectRule } from "../../src/core/contract/effect.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import { openTerminal, type Terminal } from "../connect/prompt.ts";
import { userName } from "../journal.ts";
import type { OpenConnector } from "../known.ts";
import { previewLines } from "../table/preview-lines.ts";
import { styles } from "../table/style.ts";
import type { FoundAction } from "./find-action.ts";

/** A call about which a person may have to be asked. */
export interface CallToAgree {
  connector: OpenConnector;
  /** The name of the platform, such as `Slack`. */
  title: string;
  found: FoundAction;
  params: Dict;
  /** The effects that the action can have. */
  effect: Effect | Pick<EffectRule, "weakest" | "strongest">;
}

export interface AgreeOptions {
  /** Whether the person has agreed in advance, with `--yes`. */
  yes: boolean;
  /** The rules of a policy file: the field `approval`. */
  rules: unknown;
  options: Pick<CallOptions, "signal" | "onProgress">;
  /** Opens the terminal of the person. Default: standard input, if a person types there. */
  open?: (() => Terminal) | undefined;
}

/**
 * Asks the person in front of the terminal about a call that can raise spending or destroy something, or about which the rules of a policy
 * file ask. Shows what approvals show. Returns who has agreed, or undefined if nobody had to be asked.
 * @throws ConnectorError `approval_denied` if the person does not agree or nobody can be asked, or the error of the dry run
 */
export async function agree(
  { connector, title, found, params, effect }: CallToAgree,
  { yes, rules: given, options, open = openForPerson() }: AgreeOptions,
): Promise<Decision | undefined> {
  const name = `${found.entity}.${found.action}`;
  const rules = given === undefined ? undefined : readApprovalRules(given, "approval");
  const canHarm = ["spend", "destructive"].some((one) => canHave(effect as EffectRule, one as Effect));
  if (effect === "read" || (!rules && !canHarm)) return undefined;
  const by = [userName()];
  if (yes && !rules) return { by };
  // Without a question, an action that always destroys needs no dry run.
  if (!open && !yes && effect === "destructive") throw nobodyToAsk(name, "it cannot be undone");

  const { entity, action, description } = found;
  const look = async () => {
    // The dry run throws the error that the call would have.
    const result = await connector.execute(entity, action, { ...params, dry_run: true }, options);
    const call = { entity, action, params, effect: found.effect };
    const preview = async () => ({ title, description, result });
    return previewCall({ tool: title, call, preview, now: Date.now() }, rules ?? [], options);
  };
  const { asked, needs } = await look();
  if (needs.length === 0) return undefined;
  refuseOthers(name, needs, by[0]!);
  if (yes) return { by };
  if (!open) throw nobodyToAsk(name, needs.map(({ because }) => because).join(", and "));
  await ask(open(), asked, name, options.signal);
  const now = await look();
  if (now.asked.state !== asked.state)
    throw new ConnectorError(
      "approval_denied",
      "The situation has changed since the question, so nothing was sent.",
      {
        hint: "Run the command again.",
      },
    );
  return { by };
}

/** Standard input can also be the params, and then nobody can answer there. */
const openForPerson = (): (() => Terminal) | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? () => openTerminal() : undefined;

async function ask(
  terminal: Terminal,
  { reason }: AskedCall,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const style = styles(process.stderr);
  try {
    // The terminal leaves two columns free.
    terminal.say(previewLines(reason, style, (process.stderr.columns || 80) - 2).join("\n"));
    const answer = await terminal.askOptional(style.strong(`Run ${name}? [y/N]`));
    if (signal?.aborted) throw new ConnectorError("aborted", "You pressed Ctrl+C, so nothing was sent.");
    if (/^y(es)?$/i.test(answer)) return;
  } finally {
    terminal.close();
  }
  throw new ConnectorError("approval_denied", "You did not agree, so nothing was sent.", {
    hint: "To agree, answer y.",
  });
}

const nobodyToAsk = (name: string, because: string) =>
  new ConnectorError(
    "approval_denied",
    `${name} needs your agreement, because ${because}. Nothing was sent.`,
    {
      hint: "Run the command in a terminal, or add --yes. To see what it would do, add --dry-run.",
    },
  );

/** @throws ConnectorError `approval_denied` if the rules ask other people than the one in front of the terminal */
function refuseOthers(name: string, needs: readonly ApprovalNeed[], person: string): void {
  const other = needs.find(
    ({ persons, approvers }) => persons > 1 || (approvers && !approvers.includes(person)),
  );
  if (!other) return;
  const who = other.approvers ? other.approvers.join(" or ") : `${other.persons} people`;
  throw new ConnectorError(
    "approval_denied",
    `${name} needs the agreement of ${who}, because ${other.because}. Nothing was sent.`,
    {
      hint: "Serve the connector with agent-connectors mcp --approvals, where several people can decide.",
    },
  );
}
