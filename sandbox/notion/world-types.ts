import type { Clock } from "../../src/core/ground/clock.ts";
import type { Dict } from "../../src/core/ground/json.ts";

/** A parent in Notion's form: `{ type: "page_id", page_id }`, or `{ type: "workspace", workspace: true }`. */
export type Parent = { type: string } & Dict;
/** Complete rich text, as in Notion's answers. */
export type RichText = Dict & { plain_text: string };

export interface Common {
  id: string;
  parent: Parent;
  /** Milliseconds since 1970. */
  created: number;
  edited: number;
  createdBy: string;
  editedBy: string;
  in_trash: boolean;
}
interface Decorated {
  icon: Dict | null;
  cover: Dict | null;
}
export interface Page extends Common, Decorated {
  kind: "page";
  title: RichText[];
  /** Values by the ids of properties, except the title. */
  values: Map<string, unknown>;
  is_locked: boolean;
  /** Whether a person has shared the page, with all in it, with the connection. */
  shared: boolean;
}
export interface Database extends Common, Decorated {
  kind: "database";
  title: RichText[];
  description: RichText[];
  is_inline: boolean;
  is_locked: boolean;
}
export interface Option {
  id: string;
  name: string;
  color: string;
  description: string | null;
}
export interface Property {
  id: string;
  name: string;
  type: string;
  description: string | null;
  config: Dict & { options?: Option[] };
}
export interface Template {
  id: string;
  name: string;
  is_default: boolean;
  markdown: string;
}
export interface DataSource extends Common, Decorated {
  kind: "data_source";
  title: RichText[];
  description: RichText[];
  properties: Property[];
  templates: Template[];
  /** The last number of a property of the type unique_id. */
  lastNumber: number;
}
export interface Block extends Common {
  kind: "block";
  type: string;
  content: Dict;
}
export type Thing = Page | Database | DataSource | Block;

export interface Comment {
  id: string;
  parent: Parent;
  discussion_id: string;
  created: number;
  edited: number;
  by: string;
  text: RichText[];
}
export interface Upload {
  id: string;
  created: number;
  filename: string | null;
  content_type: string | null;
  content_length: number | null;
}
export interface User {
  id: string;
  name: string;
  email?: string;
}
/** What a token can do with the pages that it sees. https://developers.notion.com/reference/capabilities */
export type Capability =
  | "read content"
  | "update content"
  | "insert content"
  | "read comments"
  | "insert comments"
  | "read users";

export interface World {
  clock: Clock;
  workspace: { id: string; name: string };
  /** The bot of the connection. */
  bot: { id: string; name: string };
  users: Map<string, User>;
  things: Map<string, Thing>;
  /** The ordered children of pages and blocks, also those in the trash. */
  children: Map<string, string[]>;
  comments: Comment[];
  uploads: Map<string, Upload>;
  /** The capabilities of each valid token. */
  tokens: Map<string, ReadonlySet<Capability>>;
  /** Valid refresh tokens, each with the access token that was issued with it. */
  refreshTokens: Map<string, string>;
  /** Codes of the consent page that were not redeemed yet. */
  codes: Map<string, { redirect_uri: string; expires: number }>;
  newId(): string;
}
