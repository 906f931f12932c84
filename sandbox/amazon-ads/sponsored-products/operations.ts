import { ok } from "../http/responses.ts";
import type { Operation, Operations } from "../operation.ts";
import { list } from "./list.ts";
import { portfolios } from "./portfolios.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";
import { archive, create, update } from "./write.ts";

/** A request for extended data counts as much as five other requests. */
const weight = (body: unknown): number =>
  (body as { includeExtendedDataFields?: unknown } | undefined)?.includeExtendedDataFields === true ? 5 : 1;

export function resourceOperations(resource: Resource): Record<string, Operation> {
  const common = {
    style: "message" as const,
    consumes: [resource.media, ...(resource.acceptsJson ? ["application/json"] : [])],
    produces: [resource.media],
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

export const sponsoredProducts: Operations = Object.assign(
  {},
  ...resources.map(resourceOperations),
) as Operations;

const { "POST /portfolios/delete": _none, ...kept } = resourceOperations(portfolios);

/** Operations on portfolios, which cannot be archived. */
export const portfolioOperations: Operations = kept;
