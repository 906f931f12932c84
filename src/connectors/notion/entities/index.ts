export * as pages from "./pages.ts";
export * as data_sources from "./data_sources.ts";
export * as search from "./search.ts";
export * as blocks from "./blocks.ts";
export * as databases from "./databases.ts";
export * as comments from "./comments.ts";
export * as users from "./users.ts";
export * as file_uploads from "./file_uploads.ts";
