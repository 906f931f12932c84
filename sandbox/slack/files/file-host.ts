import { canSee, isMember } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { publicSecret } from "../records/file.ts";
import { isExpired } from "../token-rotation.ts";
import type { File, Token } from "../types.ts";
import { bytesOf, receiveUpload } from "./file-bytes.ts";
import type { Workspace } from "../workspace.ts";

export const FILE_HOST = "https://files.slack.com";

export interface FileRequest {
  operation: "files.upload" | "files.download";
  /** The last part of the upload address, or the id of the requested file. */
  subject: string;
  url: URL;
}

/** The names of file requests in faults and in recorded calls. */
export const FILE_OPERATIONS: ReadonlySet<string> = new Set<FileRequest["operation"]>([
  "files.upload",
  "files.download",
]);

export function fileRequestOf(request: Request): FileRequest | undefined {
  const url = new URL(request.url);
  const upload = /^\/upload\/v1\/([^/]+)$/.exec(url.pathname)?.[1];
  if (upload && request.method === "POST") return { operation: "files.upload", subject: upload, url };
  const file = /^\/files-(?:pri|tmb)\/[^/]*?-(F[A-Z0-9]+)\//.exec(url.pathname)?.[1];
  if (file && request.method === "GET") return { operation: "files.download", subject: file, url };
  return undefined;
}

export async function answerFileRequest(
  workspace: Workspace,
  { operation, subject, url }: FileRequest,
  request: Request,
  token: Token | undefined,
): Promise<Response> {
  if (operation === "files.upload") return receiveUpload(workspace, subject, request);
  // A file address on the workspace's own host redirects to the file host.
  if (url.host === `${workspace.team.domain}.slack.com`)
    return new Response(null, { status: 302, headers: { location: FILE_HOST + url.pathname + url.search } });
  const file = workspace.files.get(subject);
  const open = file?.public && url.searchParams.get("pub_secret") === publicSecret(file);
  // Without a valid token, Slack returns a sign-in page with the status 200.
  if (!open && !mayRead(workspace, token)) return loginPage(workspace);
  if (!file || !(open || isVisible(workspace, file, token?.user)))
    return new Response("<!DOCTYPE html><title>File not found</title>", { status: 404, headers: HTML });
  const bytes = bytesOf(workspace, file);
  const download = url.pathname.includes("/download/");
  return new Response(bytes, {
    headers: {
      // Slack serves a canvas as HTML, although its mimetype is application/vnd.slack-docs.
      ...(file.canvas ? HTML : { "content-type": file.mimetype }),
      "content-length": String(bytes.length),
      "content-disposition": `${download ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
  });
}

const HTML = { "content-type": "text/html; charset=utf-8" };

function loginPage({ team }: Workspace): Response {
  const page = `<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body><h1>Sign in to ${team.name}</h1><form action="https://${team.domain}.slack.com/" method="post"></form></body></html>`;
  return new Response(page, { headers: HTML });
}

function mayRead(workspace: Workspace, token: Token | undefined): boolean {
  if (!token || token.refused || isExpired(workspace, token)) return false;
  if (!token.scopes.includes("files:read")) return false;
  return workspace.users.get(token.user)?.deleted !== true;
}

/** Returns whether a user owns a file, has access to it, or can see a channel that contains it. */
export function isVisible(workspace: Workspace, file: File, id: string | undefined): boolean {
  const user = workspace.users.get(id ?? "");
  if (!user) return false;
  return (
    file.user === user.id ||
    file.access?.[user.id] !== undefined ||
    [...Object.keys(file.shares), ...Object.keys(file.access ?? {})].some((channel) => {
      const room = workspace.rooms.get(channel);
      return room !== undefined && (isMember(room, user) || canSee(room, user));
    })
  );
}

/** Replaces the origin of file addresses, because the HTTP server of the sandbox also serves the files. */
export function withFileOrigin(answer: Fields, origin: string | undefined): Fields {
  return origin === undefined ? answer : (relocate(answer, "", origin) as Fields);
}

function relocate(value: unknown, name: string, origin: string): unknown {
  if (typeof value === "string")
    return /^(url_private|upload_url|thumb_)/.test(name) && value.startsWith(`${FILE_HOST}/`)
      ? origin + value.slice(FILE_HOST.length)
      : value;
  if (Array.isArray(value)) return value.map((item) => relocate(item, name, origin));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, relocate(item, key, origin)]));
}
