import type { Dict } from "../../../../src/core/ground/json.ts";
import type { Planter } from "./canary-planter.ts";
import { type PlantValue, type Rules, always, beside, each, isThere, link, literal, object, plantObject, rule } from "./canary-rules.ts"; // prettier-ignore

// This file says what a person sees of a file.

const comment = object({ comment: "seen", "*": "never" });
const content: Rules = {
  ...rule(
    "keep",
    "mode filetype mimetype subtype media_display_type file_access external_type access status",
  ),
  transcription: object({
    preview: object({ content: literal, "*": "never" }),
    status: "keep",
    "*": "never",
  }),
  // Old messages have the comment of the person who uploaded the file.
  initial_comment: comment,
  preview: literal,
  list_metadata: object({ ...rule("maybe", "description description_blocks"), "*": "never", text: "maybe" }),
  ...rule("maybe", "pretty_type lines lines_more app_name"),
  ...rule(link, "permalink external_url"),
  "*": "never",
};
const email: Rules = {
  subject: literal,
  ...rule(each(plantAddress), "from to cc"),
  headers: object({ date: literal, "*": "never" }),
  // These bodies say the same.
  plain_text: literal,
  preview_plain_text: beside("plain_text", "never", literal),
  simplified_html: beside("plain_text preview_plain_text", "never", literal),
  preview: beside("plain_text preview_plain_text simplified_html", "never", literal),
  attachments: object({ filename: literal, "*": "maybe" }),
};
/** `original` is the name and the address in one string. */
function plantAddress({ original, ...address }: Dict, planter: Planter): Dict {
  const [one = {}, other = {}] = planter.oneOf([
    () => plantObject(address, rule(literal, "name address"), planter),
    () => (isThere(original) ? { original: literal(original, {}, planter) } : {}),
  ]);
  return { ...one, ...other };
}
const names: Rules = {
  // The action that downloads a file takes the id.
  id: "maybe",
  title: literal,
  name: beside("title", "never", literal),
  alt_txt: literal,
};

const isEmail = (file: Dict) => file.mode === "email" || file.filetype === "email";
const plantFile = (rules: Rules): PlantValue =>
  each((file, planter) =>
    plantObject(file, { ...content, ...(isEmail(file) ? email : {}), ...rules }, planter),
  );
/** A file of the message. Its names are in another column. The text of old messages repeats the comment. */
export const ownFile: PlantValue = (value, message, planter) =>
  plantFile(isThere(message.text) ? { initial_comment: always("maybe", comment) } : {})(
    value,
    message,
    planter,
  );
/** A file inside an attachment or a block. */
export const innerFile = plantFile(names);
