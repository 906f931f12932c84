import type { Client, ClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { HttpReply } from "../../../core/contract/http-types.ts";
import type { Reply } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict } from "../../../core/ground/json.ts";
import { operations } from "../operations/index.ts";
import type { SlackOperation, TokenKind } from "../operations/method.ts";
import { type Sent as Refusable, failuresOf, slackError, wrongToken } from "./errors.ts";
import { transfer } from "./file-transfer.ts";

/** Slack's wire: a POST form with the token in the header; the outcome is in the body's `ok`. */
export function connectSlack(token: string, options: ClientOptions): Client {
  const { http, endpoint } = options;
  const kind: TokenKind = /^(xoxe\.)?xoxb-/.test(token) ? "bot" : "user";
  const redact = (text: string) => text.replaceAll(token, "[token]");

  async function send(name: string, args: Dict, { repeatable, signal, waits }: SendOptions): Promise<Reply> {
    const operation: SlackOperation = operations[name as keyof typeof operations];
    if (operation.file) return transfer(operation.file, args, token, options, { signal, waits });
    if (operation.tokens && !operation.tokens.includes(kind)) throw wrongToken(name, kind, operation);
    return http({
      what: `Slack ${name}`,
      method: operation.method,
      url: endpoint + operation.path,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
      body: form(args, operation.arguments ?? {}),
      repeatable,
      signal,
      waits,
      read: (reply) => readReply({ name, kind, operation, args, repeatable, redact }, reply),
    });
  }

  return {
    send,
    async identify(options) {
      const { body, headers } = await send("auth.test", {}, options);
      const scopes = redact(headers.get("x-oauth-scopes") ?? "");
      return {
        identity: { ...(body as Dict), token: kind },
        ...(scopes === "" ? {} : { scopes: scopes.split(",").map((scope) => scope.trim()) }),
      };
    },
  };
}

/** Lists of names go as `a,b`, what has structure as JSON. */
function form(args: Dict, names: Readonly<Record<string, string>>): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const plain = Array.isArray(value)
      ? value.every((item) => typeof item !== "object")
      : typeof value !== "object";
    body.set(names[name] ?? name, plain ? String(value) : JSON.stringify(value));
  }
  return body.toString();
}

/** A request that is on its way, as far as its answer is read by it. */
interface Sent extends Refusable {
  operation: SlackOperation;
  args: Dict;
}

function readReply(sent: Sent, { status, headers, text }: HttpReply): Reply {
  const { name, operation, repeatable, redact } = sent;
  const id = headers.get("x-slack-req-id");
  const platform = { status, request_id: id === null ? undefined : redact(id).slice(0, 100) };
  // Whatever Slack repeats of a token, nothing that this connector hands out shall hold it.
  const body = parse(redact(text));
  if (!isDict(body) || typeof body.ok !== "boolean") {
    if (status === 404) throw slackError(sent, { error: "unknown_method" }, platform);
    throw new ConnectorError(
      "upstream_invalid_response",
      `Slack ${name} answered with something that is not Slack's JSON.`,
      {
        hint: repeatable
          ? "Call again later."
          : "It is not known whether it was done. Look before you send it again.",
        outcome: repeatable ? "not_started" : "unknown",
        platform,
      },
    );
  }
  const { ok, warning: _warning, response_metadata, ...rest } = body;
  if (!ok) {
    const already = alreadyDone(body, sent);
    if (already === undefined) throw slackError(sent, body, platform);
    return { body: {}, already, headers };
  }
  // The cursor stays where the operation's paging looks for it.
  const record =
    isDict(response_metadata) && typeof response_metadata.next_cursor === "string"
      ? { ...rest, response_metadata: { next_cursor: response_metadata.next_cursor } }
      : rest;
  const warnings = warningsOf(body, redact);
  // Some methods say in a warning or a flag of its own what others say in a refusal.
  const already = operation.already?.find((code) => warnings.includes(code) || body[code] === true);
  return { body: record, warnings: warnings.filter((one) => one !== already), already, headers };
}

/** The code, where the refusal says that everything is already as asked; for invitations, that of every user. */
function alreadyDone(body: Dict, { operation: { already = [] }, args }: Sent): string | undefined {
  // To leave a channel that one is not in is refused without a code.
  const code = String(body.error ?? already.find((flag) => body[flag] === true));
  if (!already.includes(code)) return undefined;
  // Users whom Slack does not name were not invited, since it invites all or none.
  const asked = Array.isArray(args.users) ? new Set(args.users).size : 1;
  const each = Array.isArray(body.errors) ? body.errors.filter(isDict) : [];
  const same = each.filter((one) => one.error === code).length;
  return (each.length === 0 && asked === 1) || (same === each.length && same >= asked) ? code : undefined;
}

function warningsOf(body: Dict, redact: (text: string) => string): string[] {
  const csv = typeof body.warning === "string" ? body.warning.split(",") : [];
  const listed = at(body, "response_metadata.warnings");
  const texts = Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
  const all = [...csv, ...texts, ...failuresOf(body)].map((one) => redact(one.trim()).slice(0, 200));
  return [...new Set(all.filter((one) => one !== ""))];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
