import type { Dict } from "../../../../src/core/ground/json.ts";
import { blocks, options } from "./canary-blocks.ts";
import { innerFile, ownFile } from "./canary-files.ts";
import { type Planted, type Planter, createPlanter } from "./canary-planter.ts";
import { type Rules, always, beside, each, id, isThere, link, literal, object, plantAny, plantObject, rule, time } from "./canary-rules.ts"; // prettier-ignore

// This file says which strings of a message a person sees, besides those of its blocks.

/** The cells of a row of a list. `rich_text` and `value` say the same as `text`. A cell with a message shows the message. */
const listRecord: Rules = {
  fields: object({ text: "seen", message: object({ text: "maybe", "*": "never" }), "*": "never" }),
  "*": "never",
};

const attachment: Rules = {
  // Switches, and the shape of pictures.
  ...rule("keep", "id color mrkdwn_in msg_subtype indent size mimetype attachment_type short"),
  // Notifications use the fallback. It is seen only if the attachment has nothing else.
  fallback: (value, owner, planter) =>
    planter.as(saysSomething(owner) ? "never" : "seen", () => plantAny(value, () => undefined, planter)),
  ...rule(
    "never",
    "callback_id image_url thumb_url author_icon service_icon footer_icon video_html metadata",
  ),
  ...rule(
    "never",
    "app_id bot_id bot_team_id channel_id channel_team file_id list_record_id list_view_id list_view",
  ),
  list: object({ ...rule("maybe", "title name pretty_type"), "*": "never" }),
  list_schema: object({ name: "maybe", "*": "never" }),
  ...rule(link, "author_link title_link from_url original_url service_url url app_unfurl_url video_url"),
  author_id: beside("author_name author_subname", "never", id),
  author_subname: "seen",
  blocks,
  fields: object({ ...rule("seen", "title value"), "*": "never" }),
  files: innerFile,
  preview: object({ ...rule("seen", "title subtitle"), "*": "never", text: "seen" }),
  actions: each(plantAction),
  ...rule(object({ record: object(listRecord), schema: object({ name: "maybe", "*": "never" }), ...listRecord }), "list_record list_records"), // prettier-ignore
  ts: time,
};
/** A button or a menu of old messages. A menu shows what is chosen instead of its text. */
function plantAction(action: Dict, planter: Planter): Dict {
  return plantObject(
    action,
    {
      ...rule("keep", "type style data_source"),
      ...options(action, planter),
      selected_options: object({ text: "maybe", "*": "never" }),
      confirm: object(rule("seen", "title text ok_text dismiss_text")),
      url: link,
      text: isThere(action.selected_options) ? "maybe" : "seen",
      "*": "never",
    },
    planter,
  );
}
const saysSomething = (given: Dict): boolean =>
  "pretext author_name author_subname service_name title text fields blocks message_blocks footer files actions preview filename list_record list_records channel_name"
    .split(" ")
    .some((key) => isThere(given[key]));

/** The text of a shared message and its blocks say the same. */
function plantAttachment(given: Dict, planter: Planter): Dict {
  const { text, message_blocks, ...rest } = given;
  if (isThere(given.blocks)) {
    // Slack does not say whether it shows the other fields beside blocks.
    const { blocks: own, ...others } = given;
    return {
      ...planter.as("maybe", () => plantObject(others, { ...attachment, fallback: "never" }, planter)),
      blocks: planter.at("blocks", () => blocks(own, given, planter)),
    };
  }
  if (!isThere(message_blocks)) return plantObject(given, attachment, planter);
  const planted = plantObject(rest, attachment, planter);
  const [plain, rich] = planter.oneOf([
    () => plantAny(text, () => undefined, planter),
    () => planter.at("message_blocks", () => each(plantShared)(message_blocks, given, planter)),
  ]);
  return { ...planted, text: plain, message_blocks: rich };
}
const plantShared = ({ message, ...rest }: Dict, planter: Planter): Dict => ({
  ...plantObject(rest, { "*": "never" }, planter),
  message: object({ blocks, "*": "never" })(message, {}, planter),
});
const attachments = each(plantAttachment);

/** A huddle. The people in `participants` are also in `participant_history`. */
function plantRoom(room: Dict, planter: Planter): Dict {
  const planted = new Map<unknown, unknown>();
  const people = (value: unknown) =>
    Array.isArray(value)
      ? value.map((person: unknown) => {
          if (!planted.has(person)) planted.set(person, id(person, room, planter));
          return planted.get(person);
        })
      : value;
  const rules: Rules = {
    created_by: id,
    name: literal,
    ...rule(people, "participants participant_history"),
    ...rule(time, "date_start date_end"),
    ...rule("maybe", "huddle_link attached_file_ids"),
    "*": "never",
  };
  return plantObject(room, rules, planter);
}

const message: Rules = {
  ...rule("keep", "type subtype ts thread_ts event_ts mrkdwn"),
  // The blocks of a message are on the screen instead of its text.
  // https://docs.slack.dev/reference/methods/chat.postMessage ("text")
  text: beside("blocks", "never", (value, _owner, planter) =>
    typeof value === "string" ? planter.text(value) : value,
  ),
  blocks,
  attachments,
  files: ownFile,
  // Messages from before 2018 have one file instead of a list.
  file: always("maybe", ownFile),
  room: each(plantRoom),
  // The first message of the thread is shown above a reply that was also sent to the channel.
  root: "maybe",
  assistant_app_thread: object({ title: "maybe", title_blocks: always("maybe", blocks), "*": "never" }),
  // The rest is in other columns of the message, in its text, or for apps.
  "*": "never",
};

export function plantMessage(given: Dict): Planted {
  const { planter, ...planted } = createPlanter();
  return { message: plantObject(given, message, planter), ...planted };
}
