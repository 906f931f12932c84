import { type Dict, dicts, isDict, stringAt } from "../../../core/ground/json.ts";
import { createLineWriter } from "./line-writer.ts";
import { decode, literalText, type Renderer } from "./markup-to-text.ts";

/** Returns a line with the title, the description and the id of a file, and then the lines of its content. */
export const fileLines = (file: Dict, renderer: Renderer): string[] => {
  const title = [stringAt(file, "title") ?? stringAt(file, "name") ?? "", stringAt(file, "alt_txt") ?? ""];
  const head =
    [...new Set(title)]
      .filter((text) => text !== "")
      .map(titleText)
      .join(", ") || stateOf(file);
  const id = stringAt(file, "id");
  const line = [head, id === undefined ? "" : `[${id}]`].filter((part) => part !== "").join(" ");
  return [...(line === "" ? [] : [line]), ...fileContent(file, renderer)];
};

/** Returns a line such as `plan.png, The plan`. */
export function fileTitle(file: Dict): string {
  // The name of a canvas is `-`.
  const name = stringAt(file, "name") === "-" ? undefined : stringAt(file, "name");
  const texts = [name, stringAt(file, "title"), stringAt(file, "alt_txt")].flatMap((one) => one ?? []);
  return [...new Set(texts)].map(titleText).join(", ") || stateOf(file);
}

const titleText = (title: string): string => literalText(decode(title));

const stateOf = ({ mode }: Dict): string => states.get(String(mode)) ?? "";

/** Descriptions of files that the token cannot see, by the `mode` of the file. */
const states: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tombstone: "deleted file",
    hidden_by_limit: "file hidden by the limit of the workspace's plan",
    file_access: "file of another workspace",
  }),
);

/**
 * Returns the part of a file that its message shows: an e-mail, a transcript or the start of a text file. Leaves out a
 * comment that is already in `text`, the text of the message.
 */
export function fileContent(file: Dict, renderer: Renderer, text = ""): string[] {
  const out = createLineWriter();
  const line = (text: string) => {
    out.add(text);
    out.end();
  };
  const plain = (field: string) => stringAt(file, field) ?? "";
  const comment = stringAt(file, "initial_comment.comment");
  if (comment !== undefined && !text.includes(renderer.mrkdwn(comment))) line(renderer.mrkdwn(comment));
  if (file.mode === "email" || file.filetype === "email") {
    line(labelled("Subject", plain("subject") === plain("title") ? "" : plain("subject")));
    for (const field of ["from", "to", "cc"]) line(labelled(capital(field), addresses(file[field])));
    line(labelled("Date", stringAt(file, "headers.date") ?? ""));
    line(plain("plain_text") || plain("preview_plain_text") || plain("preview"));
    const attached = dicts(file.attachments);
    for (const one of attached)
      line(labelled("Attached", stringAt(one, "filename") ?? stringAt(one, "name") ?? ""));
  } else line(previewText(file) + (file.preview_is_truncated === true ? "\n…" : ""));
  const spoken = stringAt(file, "transcription.preview.content");
  if (spoken !== undefined) line(spoken + (file.transcription && hasMore(file.transcription) ? " …" : ""));
  if (file.is_external === true || file.mode === "external") line(plain("external_url"));
  const list = isDict(file.list_metadata) ? stringAt(file.list_metadata, "description") : undefined;
  if (list !== undefined) line(list);
  return [...out.lines];
}

/** Returns the start of a file. The start of a post, which people wrote before there were canvases, is HTML. */
function previewText(file: Dict): string {
  const preview = stringAt(file, "preview") ?? "";
  const isPost = ["space", "docs", "post"].includes(String(file.mode)) && /^\s*</.test(preview);
  return isPost ? literalText(postText(preview)) : literalText(decode(preview));
}

const hasMore = (transcription: unknown): boolean =>
  isDict(transcription) && isDict(transcription.preview) && transcription.preview.has_more === true;

const labelled = (label: string, text: string): string => (text === "" ? "" : `${label}: ${text}`);

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Returns a text such as `Ana <ana@example.com>, Ben <ben@example.com>`. */
const addresses = (people: unknown): string =>
  dicts(people)
    .map((one) => stringAt(one, "original") ?? personAddress(stringAt(one, "name"), stringAt(one, "address")))
    .filter((one) => one !== "")
    .join(", ");

const personAddress = (name = "", address = ""): string =>
  name === "" || name === address ? address : address === "" ? name : `${name} <${address}>`;

/** Returns the words of an old post. Slack stores a post as simple HTML. */
const postText = (html: string): string =>
  html
    .replace(/<a\s[^<>]*href="([^"<>]*)"[^<>]*>([^<>]*)<\/a>/g, (_all, url: string, words: string) =>
      words === "" || words === url ? url : `${words} (${url})`,
    )
    .replace(/<li[^<>]*>/g, "• ")
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|tr|pre|blockquote)>/g, "\n")
    // The preview of a long post can end inside a tag.
    .replace(/<\/?[a-z][^<>]*(?:>|$)/gi, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => entities.get(name)!)
    .replace(/\n{2,}/g, "\n")
    .trim();

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }),
);
