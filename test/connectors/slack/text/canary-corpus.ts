import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Dict, isDict } from "../../../../src/core/ground/json.ts";

/** Public fixtures of messages, written or recorded by others. They are not part of the repository. */
const CORPUS = fileURLToPath(new URL("../../../../../shared/corpus/slack-messages/", import.meta.url));

/** The reason why the tests with the corpus are skipped. False if they run. */
export const absent: string | false = existsSync(`${CORPUS}INDEX.json`)
  ? false
  : "the public fixtures of Slack messages are not beside the project";

export interface Fixture {
  /** The file and the place in the file. */
  from: string;
  message: Dict;
}

const blockTypes = /^(section|header|divider|context|image|actions|input|file|video|markdown|table|data_table|data_visualization|card|carousel|container|plan|task_card|context_actions|alert|call|share_shortcut|rich_text|unknown_block)$/; // prettier-ignore
const elementTypes = /(select|picker|input|button|buttons)$|^(checkboxes|overflow)$/;
const richTypes = /^rich_text_(section|list|quote|preformatted)$/;

/** One project empties every string. Other keys get a text again, but a text at these keys would change the meaning. */
const shapeKeys = /^(type|subtype|msg_subtype|mode|filetype|mimetype|media_display_type|file_access|external_type|style|ts|thread_ts|format|range|value)$/; // prettier-ignore
function fill(key: string, value: unknown): unknown {
  if (value === "") return shapeKeys.test(key) ? "" : "filled";
  if (Array.isArray(value)) return value.filter((item) => !isMixture(item));
  return isMixture(value) ? undefined : value;
}
/** The same project has objects with the keys of all types of blocks, elements or rich text. Slack sends no such object. */
const isMixture = (value: unknown): boolean =>
  isDict(value) &&
  [
    ["call_id", "button_label"],
    ["initial_channel", "initial_date"],
    ["team_id", "usergroup_id"],
  ].some((keys) => keys.every((key) => key in value));

/** Returns each message, and each block, attachment and file as a message of its own. */
export function corpus(): Fixture[] {
  const index = JSON.parse(readFileSync(`${CORPUS}INDEX.json`, "utf8")) as Dict;
  const fixtures = new Map<string, Fixture>();
  for (const file of Object.keys(index)) {
    const add = (at: string, message: Dict) => {
      const key = JSON.stringify(message);
      if (!fixtures.has(key)) fixtures.set(key, { from: `${file}${at}`, message });
    };
    const json: unknown = JSON.parse(readFileSync(CORPUS + file, "utf8"), (key, value: unknown) =>
      file.startsWith("java-slack-sdk/") ? fill(key, value) : value,
    );
    walk(json, "", "", add);
  }
  return [...fixtures.values()];
}

function walk(value: unknown, key: string, at: string, add: (at: string, message: Dict) => void): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isBlock)) add(at, { blocks: value });
    value.forEach((item, index) => walk(item, key, `${at}.${index}`, add));
    return;
  }
  if (!isDict(value)) return;
  const type = typeof value.type === "string" ? value.type : "";
  if (key === "attachments" && !("filename" in value && !("fallback" in value)))
    add(at, { attachments: [value] });
  else if ((key === "files" || key === "file") && "id" in value) add(at, { files: [value] });
  else if (isBlock(value)) add(at, { blocks: [value] });
  else if (richTypes.test(type)) add(at, { blocks: [{ type: "rich_text", elements: [value] }] });
  else if (elementTypes.test(type) && !("action_ts" in value || "name" in value))
    add(at, { blocks: [{ type: "actions", elements: [value] }] });
  else if (isMessage(value)) add(at, value);
  for (const [name, inner] of Object.entries(value))
    if (name !== "state") walk(inner, name, `${at}.${name}`, add);
}
const isBlock = (value: unknown): boolean =>
  isDict(value) &&
  typeof value.type === "string" &&
  blockTypes.test(value.type) &&
  !("is_primary_column" in value || "columns" in value);
/** A notice about a change has the message in the field `message`. */
const isMessage = (value: Dict): boolean =>
  !isDict(value.message) &&
  !isDict(value.event) &&
  ["ts", "channel", "subtype"].some((key) => typeof value[key] === "string") &&
  (typeof value.text === "string" ||
    ["blocks", "attachments", "files"].some((key) => Array.isArray(value[key])));
