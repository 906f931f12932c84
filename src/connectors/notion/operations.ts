import type { Operation, Operations } from "../../core/contract/wire/operation.ts";
import type { Paging } from "../../core/contract/wire/paging.ts";

const docs = "https://developers.notion.com/reference";

/** Settings of all operations. */
export const wire: Pick<Operation, "headers" | "rate" | "errors"> = {
  headers: { "notion-version": "2025-09-03" },
  // Notion allows three requests per second on average, and short bursts. https://developers.notion.com/reference/request-limits
  rate: { lane: "api", perMinute: 180, burst: 5 },
  errors: {
    code: ["code"],
    message: ["message"],
    codes: {
      unauthorized: "credential_rejected",
      restricted_resource: "credential_insufficient_scope",
      object_not_found: "not_found",
      rate_limited: "upstream_rate_limited",
      internal_server_error: "upstream_error",
      service_unavailable: "upstream_error",
    },
  },
};

const paging = {
  kind: "cursor",
  limit: "page_size",
  cursor: "start_cursor",
  next: "next_cursor",
  more: "has_more",
  default: 25,
  max: 100,
} as const satisfies Paging;
const response = { pick: "results" } as const;

/** Notion moves things into the trash and back with this field. */
const inTrash = { archived: true };
const outOfTrash = { archived: false };

/** Notion's operations. https://developers.notion.com/reference */
export const operations = {
  "pages.get": {
    method: "GET",
    path: "/v1/pages/{page_id}",
    docs: `${docs}/retrieve-a-page`,
  },
  "pages.create": {
    method: "POST",
    path: "/v1/pages",
    arguments: {
      parent_page_id: "parent.page_id",
      data_source_id: "parent.data_source_id",
      database_id: "parent.database_id",
    },
    docs: `${docs}/post-page`,
  },
  "pages.update": { method: "PATCH", path: "/v1/pages/{page_id}", docs: `${docs}/patch-page` },
  "pages.restore": {
    method: "PATCH",
    path: "/v1/pages/{page_id}",
    fields: outOfTrash,
    docs: `${docs}/patch-page`,
  },
  "pages.move": {
    method: "POST",
    path: "/v1/pages/{page_id}/move",
    arguments: { parent_page_id: "parent.page_id", data_source_id: "parent.data_source_id" },
    docs: `${docs}/move-page`,
  },
  "pages.property": {
    method: "GET",
    path: "/v1/pages/{page_id}/properties/{property_id}",
    arguments: { property_id: { slashes: "encode" } },
    docs: `${docs}/retrieve-a-page-property`,
  },
  "pages.get_markdown": {
    method: "GET",
    path: "/v1/pages/{page_id}/markdown",
    docs: `${docs}/retrieve-page-markdown`,
  },
  "pages.append_markdown": {
    method: "PATCH",
    path: "/v1/pages/{page_id}/markdown",
    arguments: {
      markdown: "insert_content.content",
      position: "insert_content.position.type",
    },
    fields: { type: "insert_content" },
    docs: `${docs}/update-page-markdown`,
  },
  "pages.replace_markdown": {
    method: "PATCH",
    path: "/v1/pages/{page_id}/markdown",
    arguments: {
      markdown: "replace_content.new_str",
      allow_deleting_content: "replace_content.allow_deleting_content",
    },
    fields: { type: "replace_content" },
    docs: `${docs}/update-page-markdown`,
  },
  "pages.edit_markdown": {
    method: "PATCH",
    path: "/v1/pages/{page_id}/markdown",
    arguments: {
      edits: "update_content.content_updates",
      allow_deleting_content: "update_content.allow_deleting_content",
    },
    fields: { type: "update_content" },
    docs: `${docs}/update-page-markdown`,
  },
  "blocks.get": { method: "GET", path: "/v1/blocks/{block_id}", docs: `${docs}/retrieve-a-block` },
  "blocks.children": {
    method: "GET",
    path: "/v1/blocks/{block_id}/children",
    paging,
    response,
    docs: `${docs}/get-block-children`,
  },
  "blocks.append": {
    method: "PATCH",
    path: "/v1/blocks/{block_id}/children",
    response,
    docs: `${docs}/patch-block-children`,
  },
  "blocks.update": {
    method: "PATCH",
    path: "/v1/blocks/{block_id}",
    body: { kind: "json", argument: "block" },
    docs: `${docs}/update-a-block`,
  },
  "blocks.delete": { method: "DELETE", path: "/v1/blocks/{block_id}", docs: `${docs}/delete-a-block` },
  "blocks.restore": {
    method: "PATCH",
    path: "/v1/blocks/{block_id}",
    fields: outOfTrash,
    docs: `${docs}/update-a-block`,
  },
  "databases.get": {
    method: "GET",
    path: "/v1/databases/{database_id}",
    docs: `${docs}/database-retrieve`,
  },
  "databases.create": {
    method: "POST",
    path: "/v1/databases",
    arguments: { parent_page_id: "parent.page_id", properties: "initial_data_source.properties" },
    fields: { "parent.type": "page_id" },
    docs: `${docs}/database-create`,
  },
  "databases.update": {
    method: "PATCH",
    path: "/v1/databases/{database_id}",
    docs: `${docs}/database-update`,
  },
  "databases.restore": {
    method: "PATCH",
    path: "/v1/databases/{database_id}",
    fields: outOfTrash,
    docs: `${docs}/database-update`,
  },
  "data_sources.get": {
    method: "GET",
    path: "/v1/data_sources/{data_source_id}",
    docs: `${docs}/retrieve-a-data-source`,
  },
  "data_sources.query": {
    method: "POST",
    path: "/v1/data_sources/{data_source_id}/query",
    paging,
    response,
    docs: `${docs}/query-a-data-source`,
  },
  "data_sources.create": {
    method: "POST",
    path: "/v1/data_sources",
    arguments: { database_id: "parent.database_id" },
    fields: { "parent.type": "database_id" },
    docs: `${docs}/create-a-data-source`,
  },
  "data_sources.update": {
    method: "PATCH",
    path: "/v1/data_sources/{data_source_id}",
    docs: `${docs}/update-a-data-source`,
  },
  "data_sources.trash": {
    method: "PATCH",
    path: "/v1/data_sources/{data_source_id}",
    fields: inTrash,
    docs: `${docs}/update-a-data-source`,
  },
  "data_sources.restore": {
    method: "PATCH",
    path: "/v1/data_sources/{data_source_id}",
    fields: outOfTrash,
    docs: `${docs}/update-a-data-source`,
  },
  "data_sources.templates": {
    method: "GET",
    path: "/v1/data_sources/{data_source_id}/templates",
    paging,
    response: { pick: "templates" },
    docs: `${docs}/list-data-source-templates`,
  },
  search: { method: "POST", path: "/v1/search", paging, response, docs: `${docs}/post-search` },
  "users.list": { method: "GET", path: "/v1/users", paging, response, docs: `${docs}/get-users` },
  "users.get": { method: "GET", path: "/v1/users/{user_id}", docs: `${docs}/get-user` },
  "users.me": { method: "GET", path: "/v1/users/me", docs: `${docs}/get-self` },
  "comments.list": {
    method: "GET",
    path: "/v1/comments",
    paging,
    response,
    docs: `${docs}/list-comments`,
  },
  "comments.create": {
    method: "POST",
    path: "/v1/comments",
    arguments: { page_id: "parent.page_id", block_id: "parent.block_id" },
    docs: `${docs}/create-a-comment`,
  },
  "comments.update": {
    method: "PATCH",
    path: "/v1/comments/{comment_id}",
    docs: `${docs}/update-a-comment`,
  },
  "comments.delete": {
    method: "DELETE",
    path: "/v1/comments/{comment_id}",
    docs: `${docs}/delete-a-comment`,
  },
  "file_uploads.create": {
    method: "POST",
    path: "/v1/file_uploads",
    docs: `${docs}/create-a-file-upload`,
  },
  "file_uploads.send": {
    method: "POST",
    path: "/v1/file_uploads/{file_upload_id}/send",
    body: { kind: "multipart" },
    docs: `${docs}/send-a-file-upload`,
  },
  "file_uploads.get": {
    method: "GET",
    path: "/v1/file_uploads/{file_upload_id}",
    docs: `${docs}/retrieve-a-file-upload`,
  },
} as const satisfies Operations;
