import type { Zod } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { blocks } from "../params.ts";

// A stream adds Markdown, or chunks, to its message. https://docs.slack.dev/reference/methods/chat.appendStream

const text = (z: Zod) => z.string().min(1).max(12_000);

const requiredFields = {
  markdown_text: ["text"],
  task_update: ["id", "title", "status"],
  plan_update: ["title"],
  blocks: ["blocks"],
} as const;

/** A chunk is a text, the state of a task, the title of the plan, or blocks. */
const chunk = (z: Zod) =>
  z.strictObject({
    type: z.enum(["markdown_text", "task_update", "plan_update", "blocks"]),
    text: text(z).optional(),
    id: z.string().min(1).describe("id of the task").optional(),
    title: z.string().min(1).describe("title of the task or of the plan").optional(),
    status: z.enum(["pending", "in_progress", "complete", "error"]).optional(),
    details: z.string().optional(),
    output: z.string().optional(),
    sources: z.array(z.record(z.string(), z.unknown())).optional(),
    blocks: blocks(z).max(50).optional(),
  });

export const streamParams = (z: Zod) => ({
  markdown_text: text(z).describe("standard Markdown").optional(),
  chunks: z
    .array(chunk(z))
    .min(1)
    .describe("texts, tasks, plan titles and blocks, instead of markdown_text")
    .optional()
    .meta({ rare: true }),
  mentions: z
    .boolean()
    .describe("Let <@U…>, <!subteam^S…>, <!here> and <!channel> in the content notify people.")
    .optional()
    .meta({ rare: true }),
});

export type Chunk = Dict & { type: keyof typeof requiredFields };

export interface StreamContent {
  markdown_text?: string | undefined;
  chunks?: Chunk[] | undefined;
  blocks?: Dict[] | undefined;
  mentions?: boolean | undefined;
}

/** Checks the content of a stream. */
export const checkStream = ({ markdown_text, chunks }: StreamContent): Issue[] => {
  if (markdown_text !== undefined && chunks !== undefined)
    return [{ path: "chunks", message: "pass either markdown_text or chunks, not both" }];
  return (chunks ?? []).flatMap((one, index) =>
    requiredFields[one.type]
      .filter((name) => one[name] === undefined)
      .map((name) => ({ path: `chunks[${index}].${name}`, message: `required in a chunk ${one.type}` })),
  );
};
