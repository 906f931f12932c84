import { connectFlow } from "./connect-flow.ts";
import { operations, wire } from "./operations.ts";

/** Everything about Notion except its actions. */
export const definition = {
  name: "notion",
  title: "Notion",
  endpoint: "https://api.notion.com",
  requestIdHeader: "x-notion-request-id",
  auth: {
    token: { api_token: { description: "token of an internal connection, or an access token (ntn_...)" } },
    oauth: {
      client_id: { description: "client id of a public connection" },
      client_secret: { description: "its client secret" },
      refresh_token: { description: "refresh token that the person granted" },
    },
  },
  schemes: {
    token: { kind: "bearer", token: "{api_token}" },
    oauth: {
      kind: "oauth2-refresh",
      tokenUrl: "https://api.notion.com/v1/oauth/token",
      clientId: "{client_id}",
      clientSecret: "{client_secret}",
      refreshToken: "{refresh_token}",
      clientAuth: "basic",
    },
  },
  wire,
  identify: { calls: "users.me" },
  connectFlow,
  order: ["search", "pages", "data_sources", "blocks", "databases", "comments", "users", "file_uploads"],
  operations,
  toolEffects: ["read", "write"],
  toolNotes:
    "Ids: the 32 digits at the end of an address. A 404 often means that the page is not shared with the connection. Times: ISO.",
  entityNotes: {
    pages:
      'properties: { Status: { status: { name: "Done" } }, Due: { date: { start: "2026-01-31" } } }; types: data_sources.get.',
  },
  platformFields: [
    "id",
    "*_id",
    "object",
    "type",
    "parent",
    "database_parent",
    "color",
    "language",
    "created_time",
    "last_edited_time",
    "expiry_time",
    "status",
    "url",
    "has_children",
    "in_trash",
    "truncated",
    "unknown_block_ids",
  ],
  peopleMaps: ["properties"],
  synonyms: {
    entry: ["page", "query"],
    row: ["page", "query"],
    record: ["page", "query"],
    table: ["data_source", "database"],
    note: ["page"],
    document: ["page", "markdown"],
    content: ["markdown", "block"],
    delete: ["trash"],
    remove: ["trash"],
    person: ["user"],
    member: ["user"],
    attach: ["file_upload"],
  },
  paramAliases: {
    page: "page_id",
    block: "block_id",
    database: "database_id",
    datasource: "data_source_id",
    text: "rich_text",
    content: "markdown",
  },
} as const;
