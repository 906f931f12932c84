import type * as zod from "zod";
import { action, type Zod } from "../../../core/contract/action.ts";
import { id, ids, items, percentParams, profile } from "../params.ts";
import { changeByPercentOf } from "./change-by-percent.ts";
import { archiveOf, createOf, getOf, type Resource, updateOf } from "./resource-actions.ts";

// The actions that most resources have. A file in `entities/` adds what is special: the description, the fields and an
// example.

/** `Fields`: the params that are special to the resource. */
interface Special<Fields extends zod.core.$ZodShape> {
  description: string;
  params: (z: Zod) => Fields;
}

/** `params`: the fields of one item. `example`: one item. */
interface SpecialItem<Fields extends zod.core.$ZodShape> extends Special<Fields> {
  example: NoInfer<zod.input<zod.ZodObject<Fields, zod.core.$strict>>>;
}

const exampleId = "144373194309380061";

const named = <Name extends string, Value>(name: Name, value: Value) =>
  ({ [name]: value }) as Record<Name, Value>;

export const getAction = <Item extends zod.ZodObject, IdField extends string>(
  facts: Resource<Item, IdField>,
  description: string,
) =>
  action({
    description,
    params: (z) => ({ ...named(facts.idField, id(z)), ...profile(z) }),
    example: { [facts.idField]: exampleId } as never,
    ...getOf(facts),
  });

export const createAction = <
  Item extends zod.ZodObject,
  ItemsParam extends string,
  Fields extends zod.core.$ZodShape,
>(
  facts: Resource<Item, string, string, ItemsParam>,
  { description, params, example }: SpecialItem<Fields>,
) =>
  action({
    description,
    params: (z) => ({ ...named(facts.itemsParam, items(z, facts.maxItems, params(z))), ...profile(z) }),
    example: { [facts.itemsParam]: [example] } as never,
    ...createOf(facts),
  });

/** Changes fields of records. Each item has the id of its record too. */
export const updateAction = <
  Item extends zod.ZodObject,
  IdField extends string,
  ItemsParam extends string,
  Fields extends zod.core.$ZodShape,
>(
  facts: Resource<Item, IdField, string, ItemsParam>,
  { description, params, example }: SpecialItem<Fields>,
) =>
  action({
    description,
    params: (z) => {
      const item = { ...named(facts.idField, id(z)), ...params(z) };
      return { ...named(facts.itemsParam, items(z, facts.maxItems, item)), ...profile(z) };
    },
    example: { [facts.itemsParam]: [{ [facts.idField]: exampleId, ...example }] } as never,
    ...updateOf(facts),
  });

/** Changes the amounts at `path` by a percentage. `params`: the ids that select the records. */
export const changeByPercentAction = <
  Item extends zod.ZodObject,
  State extends zod.ZodType,
  Fields extends zod.core.$ZodShape,
>(
  facts: Resource<Item, string, string, string, State>,
  path: string,
  { description, params }: Special<Fields>,
) =>
  action({
    description,
    params: (z) => ({
      ...params(z),
      states: z.array(facts.state(z)).min(1).optional().meta({ rare: true }),
      ...percentParams(z),
      ...profile(z),
    }),
    example: { campaignIds: [exampleId], percent: -10 } as never,
    ...changeByPercentOf(facts, path),
  });

export const archiveAction = <Item extends zod.ZodObject, IdsParam extends string>(
  facts: Resource<Item, string, IdsParam>,
  description: string,
) =>
  action({
    description,
    params: (z) => ({ ...named(facts.idsParam, ids(z, facts.maxItems)), ...profile(z) }),
    example: { [facts.idsParam]: [exampleId] } as never,
    ...archiveOf(facts),
  });
