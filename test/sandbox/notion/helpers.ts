import { expect } from "vitest";
import { notionSandbox, type NotionSandbox, type NotionWorkspace } from "agent-connectors/sandbox";

/** Raw JSON of an answer. */
export type Json = ReturnType<typeof JSON.parse>;
export type Dict = Record<string, Json>;

export interface Bench {
  sandbox: NotionSandbox;
  /** Sends a request with all rights. Returns the body, which is an error for a refused request. */
  ask(request: string, body?: unknown, token?: string): Promise<Dict>;
  /** The id of a page or data source, by its title. */
  idOf(title: string): string;
  /** The Markdown of a page, by its title. */
  markdown(title: string): string | undefined;
}

const titleOf = (one: Dict): string => {
  const pieces = Array.isArray(one.title) ? one.title : Object.values(one.properties as Dict).find(({ type }) => type === "title").title; // prettier-ignore
  return pieces.map(({ plain_text }: Dict) => plain_text).join("");
};

export function bench(workspace?: NotionWorkspace): Bench {
  const sandbox = notionSandbox({ rateLimits: false, ...(workspace ? { workspace } : {}) });
  const find = (title: string): Dict => {
    const { pages, data_sources } = sandbox.state();
    const found = [...pages, ...data_sources].filter((one) => titleOf(one) === title);
    if (found.length !== 1) throw new Error(`${found.length} pages have the title ${title}`);
    return found[0]!;
  };
  return {
    sandbox,
    async ask(request, body, token = sandbox.tokens.internal) {
      const [method, path] = request.split(" ") as [string, string];
      const response = await sandbox.fetch(`https://api.notion.com/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "notion-version": "2025-09-03" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Dict;
    },
    idOf: (title) => String(find(title).id),
    markdown: (title) => find(title).markdown as string | undefined,
  };
}

/** An error of validation whose message has these words. */
export const invalid = (...words: string[]): Dict => ({ object: "error", status: 400, code: "validation_error", message: expect.stringContaining(words.join("")) }); // prettier-ignore

/** Rich text of a request. */
export const text = (content: string): Dict[] => [{ text: { content } }];
