import type { ActionCode } from "../../core/contract/connector-file.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import { fromBase64, toBase64 } from "../../core/ground/base64.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";

// GitHub sends and takes the content of files as base64. Callers only see text.

/** Returns undefined for a file that is not text. */
function textOf({ content, encoding }: Dict): string | undefined {
  if (encoding !== "base64" || typeof content !== "string") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      fromBase64(content.replaceAll(/\s/g, "")),
    );
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const base64Of = (text: unknown): string => toBase64(new TextEncoder().encode(String(text)));

/**
 * Replaces the base64 by the text. GitHub sends no content of files above 1 MB: they have only a `download_url`. Beside a
 * text it is left out, because it contains a token if the repository is private.
 */
export const getFile: ActionCode = {
  item(record) {
    const { content: _content, encoding, ...rest } = record;
    const text = textOf(record);
    const { download_url: _url, ...known } = rest;
    if (text !== undefined) return { ...known, text };
    return encoding === "base64" ? { ...rest, binary: true } : rest;
  },
};

const fileIn = ({ owner, repo, path, branch }: Dict): Dict => ({
  owner,
  repo,
  path,
  ...(branch === undefined ? {} : { branch }),
});
const readable = ({ owner, repo, path, branch }: Dict): Dict => ({
  owner,
  repo,
  path,
  ...(branch === undefined ? {} : { ref: branch }),
});

/** The record of a write, with the commit. `previous_sha`: the content that the write has replaced. */
const written = (body: unknown, previous?: Dict): Dict =>
  isDict(body) ? { ...(isDict(body.content) ? body.content : {}), commit: body.commit, ...previous } : {};

async function before(params: Dict, read: GuardRead): Promise<Dict | undefined> {
  const file = await readIfAllowed(read, ["files", "get", readable(params)]);
  return isDict(file) ? { sha: file.sha, text: file.text } : undefined;
}

/** A new or changed workflow can run at once, with the secrets of the repository, and nothing takes that back. */
const runsByItself = (path: unknown): boolean => /^\.github\/(?:workflows|actions)\//i.test(String(path));

/** Makes the write of a workflow destructive. A guard replaces the preview of an action. */
function guarded({ preview, ...rest }: ActionCode): ActionCode {
  return {
    ...rest,
    guard: async (params: Dict, read) => ({
      effects: [runsByItself(params.path) ? "destructive" : "write"],
      ...(await preview?.(params as never, read)),
    }),
  };
}

export const createFile = guarded({
  async run(params: Dict, { send }) {
    const { body } = await send("files.create", { ...params, content: base64Of(params.content) });
    return { data: written(body) };
  },
  undo: (params: Dict, { sha }) => ({
    entity: "files",
    action: "delete",
    params: { ...fileIn(params), sha, message: undoing(params) },
  }),
});

export const updateFile = guarded({
  async preview(params: Dict, read) {
    const file = await before(params, read);
    const { content, edits } = params;
    if (edits === undefined) return { ...(file ? { before: file } : {}), after: { text: content } };
    return file && typeof file.text === "string"
      ? { before: file, after: { text: edited(file.text, edits) } }
      : {};
  },
  async run(params: Dict, { read, send }) {
    const { edits, content, sha, ...rest } = params;
    if (edits === undefined) {
      const { body } = await send("files.update", { ...params, content: base64Of(content) });
      return { data: written(body, { previous_sha: sha }) };
    }
    const { body: file } = await read("files.get", readable(params));
    const text = isDict(file) ? textOf(file) : undefined;
    if (!isDict(file) || text === undefined)
      throw new ConnectorError("invalid_params", "Only a text file of at most 1 MB can be edited.", {
        path: "params.path",
      });
    const changed = edited(text, edits);
    if (changed === text) return { data: { path: file.path, sha: file.sha }, meta: { already: "unchanged" } };
    // GitHub refuses the write if the file no longer has this sha.
    const { body } = await send("files.update", { ...rest, content: base64Of(changed), sha: file.sha });
    return { data: written(body, { previous_sha: file.sha }) };
  },
  undo: (params: Dict, { sha, previous_sha }, file) =>
    hasText(file) && file.sha === previous_sha
      ? {
          entity: "files",
          action: "update",
          params: { ...fileIn(params), content: file.text, sha, message: undoing(params) },
        }
      : undefined,
});

export const deleteFile = guarded({
  async preview(params: Dict, read) {
    const file = await before(params, read);
    return file ? { before: file } : {};
  },
  undo: (params: Dict, _data, file) =>
    hasText(file) && file.sha === params.sha
      ? {
          entity: "files",
          action: "create",
          params: { ...fileIn(params), content: file.text, message: undoing(params) },
        }
      : undefined,
});

const hasText = (file: unknown): file is Dict => isDict(file) && typeof file.text === "string";
const undoing = ({ message }: Dict) => `Undo: ${String(message)}`;

/** @throws ConnectorError `invalid_params` if a text is not in the file exactly once */
function edited(text: string, edits: unknown): string {
  return (edits as { find: string; replace: string }[]).reduce((whole, { find, replace }, index) => {
    const parts = whole.split(find);
    if (parts.length === 2) return parts.join(replace);
    throw new ConnectorError(
      "invalid_params",
      `The file contains the text in edits[${index}].find ${parts.length === 1 ? "nowhere" : `${parts.length - 1} times`}.`,
      {
        path: `params.edits[${index}].find`,
        hint: "Read the file with files.get, and copy a text that it contains once.",
      },
    );
  }, text);
}
