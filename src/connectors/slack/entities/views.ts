import { action, type Zod } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { at, type Dict } from "../../../core/ground/json.ts";
import { user } from "../params.ts";
import { shows } from "../rows/written-row.ts";

const View = (z: Zod) =>
  z.object({
    id: z.string(),
    type: z.string().nullish(),
    hash: z.string().nullish(),
    blocks: z.array(z.record(z.string(), z.unknown())).nullish(),
  });

const modal = (z: Zod) =>
  z
    .looseObject({
      type: z.literal("modal"),
      title: z.record(z.string(), z.unknown()),
      blocks: z.array(z.unknown()),
    })
    .describe("a modal: {type: modal, title, blocks, submit?, close?}");

const hash = (z: Zod) =>
  z.string().min(1).describe("hash of the replaced view").optional().meta({ rare: true });

/** Slack sends one of these tokens with a click. A click in a workflow step has an `interactivity_pointer`. */
const clickTokens = ["trigger_id", "interactivity_pointer"];

const example = {
  type: "modal" as const,
  title: { type: "plain_text", text: "Deploy" },
  blocks: [{ type: "section", text: { type: "mrkdwn", text: "Deploy to production?" } }],
};

export const publish = action({
  description: "Replace the app's Home tab for a person. Needs a bot token.",
  params: (z) => ({
    user: user(z),
    view: z.record(z.string(), z.unknown()).describe("a home view: {type: home, blocks: [...]}"),
    hash: hash(z),
  }),
  result: View,
  view: shows("id", "hash"),
  effect: "write",
  calls: "views.publish",
  pick: "view",
  example: {
    user: "U012AB3CD",
    view: { type: "home", blocks: [{ type: "section", text: { type: "mrkdwn", text: "Hello" } }] },
  },
});

export const open = action({
  description:
    "Open a modal for the person who clicked. Needs the click's trigger_id or interactivity_pointer in context.slack.",
  params: (z) => ({ view: modal(z) }),
  result: View,
  view: shows("id", "hash"),
  effect: "write",
  eventToken: clickTokens,
  calls: "views.open",
  example: { view: example },
  run: (params, context) => sendView("views.open", params, context),
});

export const push = action({
  description:
    "Put another view on an open modal. Needs the click's trigger_id or interactivity_pointer in context.slack.",
  params: (z) => ({ view: modal(z) }),
  result: View,
  view: shows("id", "hash"),
  effect: "write",
  eventToken: clickTokens,
  calls: "views.push",
  example: { view: example },
  run: (params, context) => sendView("views.push", params, context),
});

export const update = action({
  description: "Replace an open view. Pass its `view_id` or `external_id`.",
  params: (z) => ({
    view: z.record(z.string(), z.unknown()).describe("the whole new view"),
    view_id: z
      .string()
      .regex(/^V[A-Z0-9]{2,}$/)
      .describe("id of the view, such as V012AB3CD")
      .optional(),
    external_id: z.string().min(1).max(255).optional().meta({ rare: true }),
    hash: hash(z),
  }),
  oneOf: ["view_id", "external_id"],
  result: View,
  view: shows("id", "hash"),
  effect: "write",
  calls: "views.update",
  pick: "view",
  example: { view_id: "V012AB3CD", view: example },
});

async function sendView(operation: string, params: Dict, { send, eventTokens }: RunContext) {
  const { trigger_id, interactivity_pointer } = eventTokens;
  const click = trigger_id === undefined ? { interactivity_pointer } : { trigger_id };
  const reply = await send(operation, { ...params, ...click });
  return { data: at(reply.body, "view"), meta: replyMeta(reply) };
}
