import type { Meta } from "../../../core/contract/result.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { readableRenderer, type Names } from "../text/markup-to-text.ts";

/** A mention in the Markdown of a canvas, such as `![](@U012AB3CD)`. */
const mention = /!\[\]\(([@#])([UWCGS][A-Z0-9]{2,20})\)/g;

export const idsInMarkdown = (markdown: string): string[] =>
  [...markdown.matchAll(mention)].map(([, , id]) => id!);

/** Replaces the mentions in a canvas with names, such as `<@U012AB3CD|ana>`. */
export function canvasView(canvas: Dict, meta: Meta): Dict {
  const { canvas_id, title, markdown, permalink } = canvas;
  const renderer = readableRenderer(
    isDict(meta.names) ? (meta.names as Names) : {},
    isDict(meta.ids) ? (meta.ids as Names) : {},
  );
  const text = renderer
    .literal(String(markdown))
    .replace(mention, (_all, sign: string, id: string) =>
      sign === "#" ? renderer.channel(id) : renderer.user(id),
    );
  return { canvas_id, title, markdown: text, permalink };
}
