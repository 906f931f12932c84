import { ok } from "../answer.ts";
import type { Operation, Operations } from "../call.ts";
import { list } from "./list.ts";
import { portfolios } from "./portfolios.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";
import { archive, create, update } from "./write.ts";

/** The extended data weigh five times as much against the rate limit. */
const weight = (body: unknown): number =>
  (body as { includeExtendedDataFields?: unknown } | undefined)?.includeExtendedDataFields === true ? 5 : 1;

/** The four verbs that every resource has. */
export function resourceOperations(resource: Resource): Record<string, Operation> {
  const common = {
    style: "message" as const,
    takes: [resource.media, ...(resource.takesJson ? ["application/json"] : [])],
    gives: [resource.media],
  } satisfies Partial<Operation>;
  return {
    [`POST ${resource.path}/list`]: { ...common, weight, run: (call) => ok(list(call, resource)) },
    [`POST ${resource.path}`]: { ...common, writes: true, run: (call) => ok(create(call, resource), 207) },
    [`PUT ${resource.path}`]: { ...common, writes: true, run: (call) => ok(update(call, resource), 207) },
    [`POST ${resource.path}/delete`]: {
      ...common,
      writes: true,
      run: (call) => ok(archive(call, resource), 207),
    },
  };
}

/** The nine resources of Sponsored Products. */
export const sponsoredProducts: Operations = Object.assign(
  {},
  ...resources.map(resourceOperations),
) as Operations;

const { "POST /portfolios/delete": _none, ...kept } = resourceOperations(portfolios);

/** Portfolios, which cannot be archived. */
export const portfolioOperations: Operations = kept;
