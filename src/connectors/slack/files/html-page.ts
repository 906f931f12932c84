import type { FileStream } from "../../../core/contract/wire/http-types.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { announcedSize } from "../../../core/wire/file-stream.ts";
import { isCanvas } from "../canvases/canvas-markdown.ts";

export const isCanvasFile = ({ filetype, mimetype }: Dict): boolean =>
  filetype === "quip" || mimetype === "application/vnd.slack-docs";

/**
 * Checks whether a response is the wanted file. If the token cannot read the file, Slack can send a sign-in page with
 * the status 200.
 */
export async function checkPage(
  { body, headers }: PlatformReply,
  file: Dict,
): Promise<{ data: FileStream; isFile: boolean }> {
  const data = body as FileStream;
  if (!/^text\/html\b/.test(headers.get("content-type") ?? "")) return { data, isFile: true };
  const canvas = isCanvasFile(file);
  if (!canvas && !/html/.test(String(file.mimetype))) return { data, isFile: false };
  const [copy, page] = data.tee();
  const start = await startOf(copy);
  if (canvas) return { data: page, isFile: isCanvas(start) };
  const size = announcedSize(headers);
  return { data: page, isFile: (size !== undefined && size === file.size) || !isSignIn(start) };
}

/** Returns at least the first 500 characters of a stream, and cancels the stream. */
async function startOf(stream: FileStream): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let start = "";
  while (start.length < 500) {
    const { done, value } = await reader.read();
    if (done) break;
    start += decoder.decode(value, { stream: true });
  }
  void reader.cancel();
  return start;
}

const isSignIn = (start: string): boolean =>
  /<title>[^<]{0,100}\bSlack\b/i.test(start) && /sign-?in|sign in/i.test(start);
