import {
  optionError,
  type OptionType,
  type OptionTypes,
  optionTypes,
  readOptions,
} from "../../../src/core/ground/read-options.ts";
import { atLeast, listOf, required } from "../../options.ts";
import type {
  NotionWorkspace,
  WorkspaceComment,
  WorkspaceContent,
  WorkspaceDataSource,
  WorkspaceEntry,
  WorkspacePage,
} from "./types.ts";

const { string, boolean, object } = optionTypes;
const list: OptionType = { says: "a list", is: Array.isArray };
const text = required({ says: "a text that is not empty", is: (value) => typeof value === "string" && value !== "" }); // prettier-ignore
const id: OptionType = {
  says: "an id with 32 hexadecimal digits and hyphens",
  is: (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
};
const lines = listOf({ says: "a line", is: string.is });
const markdown: OptionType = {
  says: "a text, or a list of lines",
  is: (value) => string.is(value) || lines.is(value),
};
const person: OptionType = {
  says: "a name, or an object",
  is: (value) => string.is(value) || object.is(value),
};

const workspace = { name: string, people: listOf(person), pages: list } satisfies Record<keyof NotionWorkspace, OptionType>; // prettier-ignore
const content = {
  id,
  icon: string,
  markdown,
  comments: list,
  in_trash: boolean,
  by: string,
  hours_ago: atLeast(0),
  pages: list,
  data_sources: list,
} satisfies Record<keyof WorkspaceContent, OptionType>;
const page = { ...content, title: string, shared: boolean } satisfies Record<keyof WorkspacePage, OptionType>;
const entry = { ...content, values: required(object) } satisfies Record<keyof WorkspaceEntry, OptionType>;
const source = {
  title: text,
  id,
  database: string,
  properties: object,
  entries: list,
  templates: list,
} satisfies Record<keyof WorkspaceDataSource, OptionType>;
const reply = { from: text, text };
const comment = { ...reply, on: string, replies: list } satisfies Record<keyof WorkspaceComment, OptionType>;
const template = { name: text, markdown: string, is_default: boolean };

/** Checks the names and types of all fields. Names of people and things are checked later. */
export function checkWorkspace(given: unknown): NotionWorkspace {
  const path = "workspace";
  readOptions(given, workspace, path, `${path}.`);
  const { people = [], pages = [] } = given as NotionWorkspace;
  people.forEach((one, index) => {
    const where = `${path}.people[${index}]`;
    if (typeof one !== "string") readOptions(one, { name: text, email: string }, where, `${where}.`);
  });
  each(pages, `${path}.pages`, { ...page, title: required(string) }, checkContent);
  return given as NotionWorkspace;
}

function each<T>(items: readonly T[], path: string, types: OptionTypes, also?: (item: T, path: string) => void): void {
  items.forEach((item, index) => {
    const where = `${path}[${index}]`;
    readOptions(item ?? null, types, where, `${where}.`);
    also?.(item, where);
  });
} // prettier-ignore

function checkContent({ pages = [], data_sources = [], comments = [] }: WorkspaceContent, path: string): void {
  each(pages, `${path}.pages`, { ...page, title: required(string) }, checkContent);
  each(comments, `${path}.comments`, comment, ({ replies = [] }, where) => each(replies, `${where}.replies`, reply));
  each(data_sources, `${path}.data_sources`, source, ({ entries = [], templates = [] }, where) => {
    each(entries, `${where}.entries`, entry, checkContent);
    each(templates, `${where}.templates`, template);
  });
} // prettier-ignore

/** Runs a part of the sandbox that checks values of requests, and names the place in the workspace. */
export function within<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("code" in thrown) || thrown.code === "config_error") throw thrown;
    throw optionError(path, `${path}: ${thrown.message}`);
  }
}
