import { allPages } from "../../src/core/call/entity-methods.ts";
import type { CallOptions } from "../../src/core/contract/call-options.ts";
import type { Result } from "../../src/core/contract/result.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import type { OpenConnector } from "../known.ts";
import type { FoundAction } from "./find-action.ts";

/** Reads all pages of a list. */
export async function readAllPages(
  connector: OpenConnector,
  { entity, action }: FoundAction,
  params: Dict,
  options: CallOptions,
): Promise<Result[]> {
  const pages: Result[] = [];
  const fetchPage = async (page: Dict) => {
    const result = await connector.execute(entity, action, page, options);
    pages.push(result);
    return result;
  };
  const items = allPages(fetchPage, params, options.onProgress);
  // Each item of a page asks for the next one.
  while (!(await items.next()).done);
  return pages;
}
