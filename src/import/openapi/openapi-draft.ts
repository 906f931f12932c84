import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import type { Operation } from "../../core/contract/wire/operation.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";
import type { Draft, DraftAction, Guess, Skipped } from "../draft.ts";
import { guessEffect } from "../guess-effect.ts";
import { type ActionName, actionNames } from "./action-names.ts";
import { argumentsOf } from "./arguments.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { type Read, Refused, textOf } from "./document.ts";
import { guessPaging, positionParams } from "./guess-paging.ts";
import { readOperations } from "./read-operations.ts";
import { answerOf, listShape } from "./response.ts";
import { serversOf, withoutSlash } from "./servers.ts";

export interface OpenApiOptions {
  /** The address of the API. Default: the first https server of the document. */
  server?: string | undefined;
  /** The address from which the document was read, for servers such as `/v1`. */
  address?: string | undefined;
}

/**
 * Reads an OpenAPI document of version 3.0 or 3.1.
 * @throws ConnectorError `config_error` if the document names no address of the API
 */
export function openApiDraft(root: Dict, { server, address }: OpenApiOptions = {}): Draft {
  const version = textOf(root.openapi);
  if (!/^3\.\d/.test(version))
    throw new ConnectorError("config_error", "The source is not an OpenAPI document of version 3.", {
      path: "source",
    });
  const { reads, skipped } = readOperations(root);
  const servers = serversOf(root, server, address);
  const credentials = credentialsOf(root, reads);
  const names = actionNames(reads);
  const actions: DraftAction[] = [];
  const refused: Skipped[] = [];
  for (const [index, read] of reads.entries()) {
    const source = `${read.method} ${read.path}`;
    try {
      actions.push(actionOf(root, read, names[index]!, credentials, servers.endpoint));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ source, reason: error.message });
    }
  }
  const { info } = root;
  const identify = whoAmI(actions);
  return {
    kind: `OpenAPI ${cleanText(version, 20)}`,
    title: isDict(info) ? textOf(info.title).replace(/\b(rest |web )?api\b.*$/i, "").trim() || textOf(info.title) : "", // prettier-ignore
    endpoint: servers.endpoint,
    origins: originsOf(actions),
    config: servers.config,
    auth: credentials.auth as ConnectorFile["auth"],
    schemes: credentials.schemes,
    ...(credentials.connectFlow ? { connectFlow: credentials.connectFlow } : {}),
    ...(identify === undefined ? {} : { identify: { calls: identify } }),
    actions,
    skipped: [...skipped, ...refused],
    guesses: [...servers.guesses, ...credentials.guesses],
  };
}

/** How much of a description is read to guess the effect. */
const textShown = 400;

function actionOf(
  root: Dict,
  read: Read,
  name: ActionName,
  credentials: Credentials,
  endpoint: string,
): DraftAction {
  // prettier-ignore
  const { method, operation } = read;
  const given = argumentsOf(root, read);
  const answer = answerOf(root, operation);
  const summary = textOf(operation.summary);
  const text = textOf(operation.description);
  const repeats = text.toLowerCase().startsWith(summary.toLowerCase().replace(/\.$/, ""));
  const description = [repeats ? "" : summary, text].filter((one) => one !== "");
  const { effect, guess } = guessEffect({
    method,
    names: [name.action, verbAndNoun(textOf(operation.operationId))],
    summary: summary || textOf(operation.description).split(/[.\n]/)[0]!,
    last: /[^/{}]*$/.exec(read.path)?.[0],
    text: text.slice(0, textShown),
    replaces:
      method === "PUT" &&
      given.body !== undefined &&
      read.siblings.includes(/\}\/?$/.test(read.path) ? "PATCH" : "GET"),
  });
  const list = effect === "read" ? listShape(answer.schema, name.entity) : undefined;
  const looksLikeList = list !== undefined && (list.pick !== "" || name.action.startsWith("list") || method === "POST"); // prettier-ignore
  const listParams = Object.entries(given.params.properties ?? {}).map(([param, schema]) => ({ name: param, schema })); // prettier-ignore
  const paging = looksLikeList ? guessPaging(listParams, answer, list) : undefined;
  if (paging) {
    const { properties = {}, ...rest } = given.params;
    const hidden = positionParams(listParams, paging);
    const shown = Object.entries(properties).filter(([param]) => !hidden.includes(param));
    given.params = { ...rest, properties: Object.fromEntries(shown) };
  }
  const other = read.server === undefined ? undefined : otherServer(read.server, endpoint);
  const wire: Operation = {
    method: method as Operation["method"],
    path: (other?.path ?? "") + given.path,
    ...(other ? { origin: other.origin } : {}),
    ...(Object.keys(given.arguments).length > 0 ? { arguments: given.arguments } : {}),
    ...(Object.keys(given.headers).length > 0 ? { headers: given.headers } : {}),
    ...(given.query ? { query: given.query } : {}),
    ...(given.body ? { body: given.body } : {}),
    ...(answer.wire ? { response: answer.wire } : {}),
    ...(paging ? { paging } : {}),
    ...(given.idempotencyHeader ? { idempotencyHeader: given.idempotencyHeader } : {}),
    ...credentials.authOf(read),
    docs: docsOf(operation),
  };
  if (answer.wire?.kind === "file" && effect !== "read") throw new Refused("It changes something and returns a file."); // prettier-ignore
  const guesses: Guess[] = [
    ...given.guesses,
    ...(guess === undefined ? [] : [{ about: "effect" as const, says: guess }]),
  ];
  if (list && !paging && /^(list|search)/.test(name.action))
    guesses.push({
      about: "pages",
      says: "How its pages are read is not known, so a call returns what one request returns.",
    });
  return {
    source: `${method} ${read.path}`,
    ...name,
    ...(paging && name.action === "get" ? { action: "list" } : {}),
    description: description.join(description[0]?.endsWith(".") ? " " : ". "),
    params: given.params,
    result: paging ? list!.item : answer.schema,
    effect,
    operation: wire,
    ...(paging ? { pick: list!.pick } : {}),
    example: given.example,
    guesses,
  };
}

/** `issues/lock-issue` becomes `lock-issue`: the part of an id that begins with the verb. */
const verbAndNoun = (id: string): string => id.slice(0, 200).split(/[/.]/).at(-1) ?? "";

const docsOf = ({ externalDocs }: Dict): string => {
  const url = isDict(externalDocs) ? textOf(externalDocs.url) : "";
  return url.startsWith("https://") && url.length <= 300 ? url : "";
};

/** Requests of some operations go to another server, such as the one for uploads. */
function otherServer(server: string, endpoint: string): { origin: string; path: string } | undefined {
  if (!URL.canParse(server)) return undefined;
  const { origin, pathname } = new URL(server);
  if (server.includes("{")) throw new Refused("Its server has settings in its address.");
  if (withoutSlash(server) === endpoint) return undefined;
  return { origin, path: withoutSlash(pathname) };
}

const originsOf = (actions: readonly DraftAction[]): string[] => [
  ...new Set(actions.flatMap(({ operation }) => operation.origin ?? [])),
];

/** Finds the operation that returns the caller's own user or account, for `check()`. */
const whoAmI = (actions: readonly DraftAction[]): string | undefined =>
  actions.find(
    ({ operation: { method, path, auth }, params }) =>
      method === "GET" && !auth && /\/(me|self|whoami|user|users\/me|viewer|account|profile|current_user|users\/self)$/.test(path) && (params.required ?? []).length === 0, // prettier-ignore
  )?.source;
