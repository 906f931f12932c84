import { readArguments } from "./call/arguments.ts";
import type { Call } from "./call/call.ts";
import { requireTeam } from "./enterprise.ts";
import { type ReceivedRequest, withWarnings } from "./call/http-format.ts";
import type { Fields } from "./fields.ts";
import type { Method } from "./call/method.ts";
import { findMethod } from "./methods/index.ts";
import { invalidArguments, isRefusal, refusal } from "./call/refusal.ts";
import { isExpired } from "./token-rotation.ts";
import { type Accepted, acceptedFrom, scopeRefusal } from "./call/scopes.ts";
import type { Token } from "./types.ts";
import type { Workspace } from "./workspace.ts";

export async function runMethod(
  workspace: Workspace,
  received: ReceivedRequest,
  token: Token | undefined,
): Promise<Fields> {
  const warnings = [...received.warnings];
  const messages: string[] = [];
  try {
    const { method, args } = received;
    const found = findMethod(method);
    if (!found) throw refusal("unknown_method", { req_method: method });
    if (received.error) throw refusal(received.error);
    const arguments_ = readArguments(args);
    const call: Omit<Call, "token" | "actor" | "secret"> = {
      method,
      accepted: found.scopes,
      workspace,
      args: arguments_,
      warn: (code, message) => {
        warnings.push(code);
        if (message) messages.push(message);
      },
    };
    const authority = found.tokenless
      ? { ...nobody, secret: received.token ?? "" }
      : authorise(workspace, received, token, found.scopes);
    if (!found.tokenless) requireTeam(call);
    const missing = missingArguments(found, args);
    if (missing.length > 0)
      throw invalidArguments(...missing.map((name) => `missing required field: ${name}`));
    const answer = { ok: true, ...(await found.run({ ...call, ...authority })) };
    return withWarnings(withMessages(answer, messages), warnings);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return withWarnings(thrown.answer, received.warnings);
  }
}

const nobody: Pick<Call, "token" | "actor" | "secret"> = {
  token: { kind: "app", user: "", scopes: [] },
  actor: { id: "", name: "", real_name: "" },
  secret: "",
};

function authorise(
  workspace: Workspace,
  received: ReceivedRequest,
  token: Token | undefined,
  scopes: Accepted,
): Pick<Call, "token" | "actor" | "secret"> {
  if (received.token === undefined) throw refusal("not_authed");
  if (!token) throw refusal("invalid_auth");
  if (token.refused) throw refusal(token.refused);
  if (isExpired(workspace, token)) throw refusal("token_expired");
  if (!acceptedFrom(scopes, token.kind)) throw refusal("not_allowed_token_type");
  const actor = workspace.users.get(token.user);
  if (!actor) throw refusal("invalid_auth");
  if (actor.deleted) throw refusal("account_inactive");
  const lacking = scopeRefusal(scopes, token);
  if (lacking) throw lacking;
  return { token, actor, secret: received.token };
}

function withMessages(answer: Fields, messages: string[]): Fields {
  if (messages.length === 0) return answer;
  return {
    ...answer,
    response_metadata: { ...(answer["response_metadata"] as Fields | undefined), messages },
  };
}

function missingArguments({ required = [], mayBeEmpty = [] }: Method, all: Fields): string[] {
  return required.filter(
    (name) =>
      all[name] === undefined || all[name] === null || (all[name] === "" && !mayBeEmpty.includes(name)),
  );
}
