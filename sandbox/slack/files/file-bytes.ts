import { canvasPage } from "./canvas-page.ts";
import type { File } from "../types.ts";
import type { Workspace } from "../workspace.ts";

/** Stores the bytes of an upload. Needs no token, because only the client that announced the file knows the address. */
export async function receiveUpload(
  workspace: Workspace,
  ticket: string,
  request: Request,
): Promise<Response> {
  const upload = [...workspace.uploads.values()].find((each) => each.ticket === ticket);
  if (!upload) return new Response("Not Found", { status: 404 });
  const bytes = await readBytes(request);
  if (!bytes) return new Response("Bad Request", { status: 400 });
  upload.sent = true;
  upload.file.size = bytes.length;
  workspace.contents.set(upload.file.id, bytes);
  return new Response(`OK - ${bytes.length}`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** Returns the bytes of the body or, if the body is a form, of the first file in the form. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return new Uint8Array(await request.arrayBuffer());
  try {
    for (const value of (await request.formData()).values())
      if (typeof value !== "string") return new Uint8Array(await value.arrayBuffer());
  } catch {
    // The body is not a valid form.
  }
  return undefined;
}

/**
 * Returns the uploaded bytes, or the text of a snippet or a canvas. For other files, returns `file.size` zero bytes. A
 * PNG image begins with the signature of PNG files.
 */
export function bytesOf(workspace: Workspace, file: File): Uint8Array<ArrayBuffer> {
  const sent = workspace.contents.get(file.id);
  if (sent) return sent;
  if (file.content !== undefined) return new TextEncoder().encode(file.content);
  if (file.canvas) return new TextEncoder().encode(canvasPage(file.canvas));
  const bytes = new Uint8Array(file.size);
  if (file.mimetype === "image/png") bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytes;
}
