import type { FileStream } from "../../../core/contract/wire/http-types.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { quoteOthers } from "../../../core/ground/quote-others.ts";
import { decodeText, maxBytes, readBytes } from "../../../core/wire/send/response-body.ts";
import { canvasesIn, canvasLabels } from "../canvases/channel-canvases.ts";
import { canvasMarkdown, isCanvas } from "../canvases/canvas-markdown.ts";
import { maxFileBytes, noAccess } from "../wire/file-transfer.ts";
import { isCanvasFile } from "./html-page.ts";

interface Asked {
  canvas_id?: string | undefined;
  channel?: string | undefined;
  section_ids?: boolean | undefined;
}

/** Downloads the HTML file of a canvas, because Slack has no method that returns the content of a canvas. */
export async function readCanvas(asked: Asked, context: RunContext): Promise<RunResult> {
  const { channel } = asked;
  if (asked.canvas_id === undefined && channel === undefined)
    throw new ConnectorError("invalid_params", "canvas_id: pass canvas_id, or the channel of the canvas.", {
      path: "params.canvas_id",
      hint: "canvases.list shows the ids of canvases.",
    });
  const canvas_id = asked.canvas_id ?? (await canvasOf(channel!, context));
  const { body } = await context.send("files.info", { file: canvas_id });
  const file = at(body, "file");
  if (!isDict(file) || !isCanvasFile(file))
    throw new ConnectorError("invalid_params", `canvas_id: ${canvas_id} is not a canvas.`, {
      path: "params.canvas_id",
      hint: "To read another file, call files.download.",
    });
  if (asked.canvas_id !== undefined && channel !== undefined && !isShared(file, channel))
    throw new ConnectorError("not_found", `The canvas is not in the channel ${channel}.`, {
      hint: "canvases.list shows the canvases of the channel.",
    });
  const url = stringAt(file, "url_private");
  const reply = await context.send("bytes.download", { url, max_bytes: maxFileBytes });
  const { bytes, whole } = await readBytes(reply.body as FileStream, maxBytes);
  const html = decodeText(bytes);
  if (!isCanvas(html.slice(0, 500))) throw noAccess();
  // If the canvas is too long, cut it after the last complete tag.
  const shown = whole ? html : html.slice(0, html.lastIndexOf(">") + 1);
  return {
    data: {
      canvas_id,
      title: stringAt(file, "title"),
      markdown: canvasMarkdown(shown, asked.section_ids),
      permalink: stringAt(file, "permalink"),
    },
    meta: whole ? {} : { warnings: [`The canvas is too long. Only its first ${maxBytes} bytes were read.`] },
  };
}

/**
 * Returns the id of a channel's only canvas.
 * @throws ConnectorError if the channel has no canvas or several canvases
 */
async function canvasOf(channel: string, { send }: RunContext): Promise<string> {
  const { body } = await send("conversations.info", { channel });
  const found = canvasesIn(at(body, "channel.properties"));
  if (found.size === 0)
    throw new ConnectorError("not_found", `The channel ${channel} has no canvas.`, {
      hint: "canvases.list shows other canvases. canvases.create creates one in the channel.",
    });
  const [[first], second] = [...found] as [[string, string], unknown];
  if (second === undefined) return first;
  throw new ConnectorError("invalid_params", `The channel ${channel} has ${found.size} canvases.`, {
    path: "params.canvas_id",
    hint: `Pass one of these as canvas_id: ${canvasLabels(found, quoteOthers)}.`,
  });
}

const isShared = ({ channels, groups, ims }: Dict, channel: string): boolean =>
  [channels, groups, ims].flat().includes(channel);
