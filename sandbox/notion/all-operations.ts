import type { Operation, Operations } from "./operation.ts";
import { blocks } from "./operations/blocks.ts";
import { comments } from "./operations/comments.ts";
import { databases } from "./operations/databases.ts";
import { dataSources } from "./operations/data-sources.ts";
import { fileUploads } from "./operations/file-uploads.ts";
import { pageMarkdown } from "./operations/page-markdown.ts";
import { pages } from "./operations/pages.ts";
import { search } from "./operations/search.ts";
import { users } from "./operations/users.ts";

export const operations: Operations = {
  ...search,
  ...users,
  ...pages,
  ...pageMarkdown,
  ...blocks,
  ...databases,
  ...dataSources,
  ...comments,
  ...fileUploads,
};

export const CONSENT = "GET /v1/oauth/authorize";
export const DECISION = "POST /v1/oauth/authorize";
export const TOKEN = "POST /v1/oauth/token";
export const operationNames: readonly string[] = [...Object.keys(operations), CONSENT, DECISION, TOKEN];

const patterns = operationNames.map((name) => ({
  name,
  // A path without variable parts is more specific.
  fixed: !name.includes("{"),
  pattern: new RegExp(`^${name.replaceAll("{id}", "([^/]+)")}$`),
}));

/** Returns the operation of a request, and the ids in its path. Undefined for an unknown address. */
export function findOperation(
  method: string,
  path: string,
): { name: string; operation: Operation | undefined; ids: string[] } | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(`${method} ${path}`));
  const found = matching.find(({ fixed }) => fixed) ?? matching[0];
  if (!found) return undefined;
  const ids = found.pattern.exec(`${method} ${path}`)!.slice(1);
  return { name: found.name, operation: operations[found.name], ids };
}
