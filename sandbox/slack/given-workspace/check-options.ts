import {
  optionError,
  optionTypes,
  readOptions,
  type OptionType,
} from "../../../src/core/ground/read-options.ts";
import { isDict, show } from "../../../src/core/ground/json.ts";
import { listOf, required } from "../../options.ts";
import type {
  SandboxExport,
  SandboxWorkspace,
  WorkspaceChannel,
  WorkspaceFile,
  WorkspaceMessage,
  WorkspaceReply,
  WorkspaceUser,
} from "./types.ts";

const { string, boolean, object } = optionTypes;
const list: OptionType = { says: "a list", is: Array.isArray };
const names = listOf({ says: "a name", is: string.is });
const text = required({
  says: "a text that is not empty",
  is: (value) => typeof value === "string" && value !== "",
});
const wholeNumber: OptionType = {
  says: "a whole number from 0",
  is: (value) => Number.isInteger(value) && (value as number) >= 0,
};

const workspace = {
  name: string,
  users: required(list),
  channels: list,
  messages: list,
  emoji: names,
  you: string,
} satisfies Record<keyof SandboxWorkspace, OptionType>;

const exported = {
  export: required({
    says: "the path of a folder, or an object with the files",
    is: (value) => (typeof value === "string" && value !== "") || isDict(value),
  }),
  name: string,
  you: string,
} satisfies Record<keyof SandboxExport, OptionType>;

const user = {
  id: {
    says: 'an id such as "U07AB3D8W2M"',
    is: (value) => typeof value === "string" && /^[UW][A-Z0-9]+$/.test(value),
  },
  name: text,
  real_name: string,
  display_name: string,
  email: string,
  title: string,
  phone: string,
  tz: string,
  status_text: string,
  status_emoji: string,
  status_expiration: wholeNumber,
  pronouns: string,
  start_date: string,
  fields: object,
  presence: { says: '"active" or "away"', is: (value) => value === "active" || value === "away" },
  deleted: boolean,
  is_admin: boolean,
  is_owner: boolean,
  is_primary_owner: boolean,
  is_restricted: boolean,
  is_ultra_restricted: boolean,
  is_bot: boolean,
  bot_id: string,
  app_id: string,
  team_id: string,
  company: { ...text, required: false },
  updated: wholeNumber,
} satisfies Record<keyof WorkspaceUser, OptionType>;

const channel = {
  name: text,
  is_private: boolean,
  is_archived: boolean,
  topic: string,
  purpose: string,
  members: names,
  shared_with: names,
} satisfies Record<keyof WorkspaceChannel, OptionType>;

const reply = {
  from: text,
  text: string,
  at: string,
  reactions: object,
  files: list,
  via: string,
  blocks: listOf(object),
  attachments: listOf(object),
} satisfies Record<keyof WorkspaceReply, OptionType>;

const message = {
  channel: required({
    says: "the name of a channel, or a list with the names of the people in a direct message",
    is: (value) => text.is(value) || (names.is(value) && (value as unknown[]).length > 0),
  }),
  ...reply,
  replies: list,
  pinned: boolean,
} satisfies Record<keyof WorkspaceMessage, OptionType>;

const file = { name: text, title: string, content: string, size: wholeNumber } satisfies Record<
  keyof WorkspaceFile,
  OptionType
>;

const kinds = { workspace, export: exported, user, channel, reply, message, file };

interface Kinds {
  workspace: SandboxWorkspace;
  export: SandboxExport;
  user: WorkspaceUser;
  channel: WorkspaceChannel;
  reply: WorkspaceReply;
  message: WorkspaceMessage;
  file: WorkspaceFile;
}

/**
 * Checks the fields of an object, but not those of nested objects.
 * @throws ConnectorError `config_error` for an unknown field, a missing field or a value of the wrong type
 */
export const readFields = <K extends keyof Kinds>(kind: K, value: unknown, path: string): Kinds[K] =>
  readOptions(value ?? null, kinds[kind], path, `${path}.`) as unknown as Kinds[K];

/** Throws if two items have the same name. */
export function checkUnique(items: readonly string[], path: string): void {
  const seen = new Set<string>();
  items.forEach((name, index) => {
    if (seen.has(name))
      throw optionError(
        `${path}[${index}]`,
        `${path} has two items with the name ${show(name)}.`,
        "Rename one of them.",
      );
    seen.add(name);
  });
}
