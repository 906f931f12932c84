import { z } from "zod";
import { type ConnectorName, connectorNames, platforms } from "../platforms/index.ts";
import { dict } from "../platforms/platform.ts";

// The format of a task's file. README.md in this folder's parent explains every field with an example.

const connector = z.enum(connectorNames);
const fullName = z.string().regex(/^\w+\.\w+$/, "must be entity.action");

type WorldShape = { [Name in ConnectorName]: z.ZodOptional<(typeof platforms)[Name]["spec"]> };
const world = Object.fromEntries(
  connectorNames.map((name) => [name, platforms[name].spec.optional()]),
) as unknown as WorldShape;

const step = z.strictObject({
  call: fullName,
  /** The connector. Default: the only connector of the task. */
  on: connector.optional(),
  /** The name under which later steps refer to the result. */
  as: z.string().optional(),
  params: dict.default({}),
  /** A value that becomes a list. The step makes one call for each item. */
  each: z.unknown().optional(),
  /** The code of the error with which the call must fail. Default: the call must succeed. */
  fails: z.string().optional(),
});

/** One change of the world. Patterns are those of `match.ts`. */
const change = z.strictObject({
  add: z.string().optional(),
  change: z.string().optional(),
  remove: z.string().optional(),
  /** The added record, or the record before the change. */
  with: dict.default({}),
  /** The new values of exactly the fields that changed. */
  to: dict.optional(),
  count: z.number().int().positive().default(1),
  /** Whether the change is allowed, but not necessary. */
  optional: z.boolean().default(false),
});

export const taskSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and hyphens"),
  /** What a person asks the agent to do. */
  prompt: z.string().min(1),
  world: z.strictObject(world),
  /** The calls of a good model. */
  script: z.array(step).min(1),
  /** The good model's answer: a value that becomes a text. */
  answer: z.unknown().optional(),
  /** The instruction that is hidden in the world. `in`: what kind of content hides it. */
  attack: z.strictObject({ in: z.string(), call: fullName }).optional(),
  grade: z.strictObject({
    changes: z.array(change).default([]),
    answer: z
      .strictObject({ has: z.array(z.string()).default([]), lacks: z.array(z.string()).default([]) })
      .default({ has: [], lacks: [] }),
  }),
});

export type Task = z.infer<typeof taskSchema>;
export type Step = Task["script"][number];
export type ExpectedChange = Task["grade"]["changes"][number];
