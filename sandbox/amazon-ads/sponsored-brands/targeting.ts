import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { integer, isRecord } from "../http/wire-json.ts";
import { pageOf } from "../http/paging.ts";
import { olderOperations } from "../older-api/operations.ts";
import { parent, state, type OlderResource } from "../older-api/resource.ts";
import { wireOlderEntity } from "../older-api/wire-entity.ts";
import { codeOf, createItems, updateItems, type Outcome } from "../older-api/write.ts";
import type { Entity, Fields } from "../types.ts";
import { entitiesOf } from "../world.ts";

export const mediaTypes = (...names: string[]): string[] =>
  names.map((name) => `application/vnd.${name}+json`);
export const parents = { campaignId: parent, adGroupId: parent };
export const idFilters = {
  campaignIdFilter: "campaignId",
  adGroupIdFilter: "adGroupId",
  keywordIdFilter: "keywordId",
};
const native = { is: "text", createOnly: true } as const;
/** Amazon ignores the state of a new keyword or target, which is always enabled. */
export const changeableState = {
  ...state,
  oneOf: ["enabled", "paused", "archived", "draft"],
  updateOnly: true,
};
/**
 * In an update, Amazon refuses every item without the ad group's id. For targets, the specification wrongly calls the
 * id optional. https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi#tag/Keywords
 */
export const repeatedParent = { field: "adGroupId", reason: "KEYWORD_MISSING_AD_GROUP_ID" };

const keywords: OlderResource = {
  collection: "sb/keywords",
  path: "/sb/keywords",
  idName: "keywordId",
  repeatedParent,
  idFilters,
  filters: { matchTypeFilter: "matchType", keywordText: "keywordText" },
  defaultStates: ["enabled", "paused"],
  produces: {
    list: mediaTypes("sbkeyword.v3.2", "sbkeyword.v3"),
    item: mediaTypes("sbkeyword.v3"),
    write: mediaTypes("sbkeywordresponse.v3"),
  },
  fields: {
    ...parents,
    keywordText: { is: "text", required: true, createOnly: true },
    matchType: { is: "text", oneOf: ["broad", "exact", "phrase"], required: true, createOnly: true },
    bid: { is: "amount" },
    nativeLanguageKeyword: native,
    nativeLanguageLocale: native,
    state: changeableState,
  },
};

const negativeKeywords: OlderResource = {
  ...keywords,
  repeatedParent: undefined,
  collection: "sb/negativeKeywords",
  path: "/sb/negativeKeywords",
  defaultStates: ["enabled", "archived"],
  produces: {
    list: mediaTypes("sbnegativekeyword.v3.2", "sbnegativekeyword.v3"),
    item: mediaTypes("sbnegativekeyword.v3"),
    write: mediaTypes("sbkeywordresponse.v3"),
  },
  fields: {
    ...parents,
    keywordText: { is: "text", required: true, createOnly: true },
    matchType: { is: "text", oneOf: ["negativeExact", "negativePhrase"], required: true, createOnly: true },
    state: { ...changeableState, oneOf: ["enabled", "archived", "draft"] },
  },
};

const expressions = { is: "list", required: true, createOnly: true } as const;

const targets: OlderResource = {
  collection: "sb/targets",
  path: "/sb/targets",
  idName: "targetId",
  repeatedParent,
  idFilters,
  produces: {
    list: [],
    item: mediaTypes("sbtargetresponse.v3", "sbtarget.v3"),
    write: mediaTypes("sbtargetresponse.v3"),
  },
  fields: { ...parents, expressions, bid: { is: "amount" }, state: changeableState },
};

const negativeTargets: OlderResource = {
  ...targets,
  repeatedParent: undefined,
  collection: "sb/negativeTargets",
  path: "/sb/negativeTargets",
  idName: "negativeTargetId",
  produces: { list: [], item: mediaTypes("sbnegativetarget.v3"), write: mediaTypes("sbnegativetarget.v3") },
  fields: { ...parents, expressions, state: changeableState },
};

/**
 * Returns the operations on targets. A POST request lists targets. The response to a batch has a list of successes and
 * a list of errors.
 */
function targetOperations(
  resource: OlderResource,
  key: string,
  given: Record<"list" | "create" | "update", string[]>,
): Record<string, Operation> {
  const { path, collection, idName } = resource;
  const { [`GET ${path}/{${idName}}`]: get, [`DELETE ${path}/{${idName}}`]: remove } =
    olderOperations(resource);
  if (!get || !remove) throw new Error(`no verbs for ${path}`);
  const common = { style: "details" as const, consumes: ["application/json"] };
  return {
    [`POST ${path}/list`]: {
      ...common,
      produces: given.list,
      run: (call) => ok(listTargets(call, resource, key)),
    },
    [`GET ${path}/{${idName}}`]: get,
    [`DELETE ${path}/{${idName}}`]: remove,
    [`POST ${path}`]: {
      ...common,
      produces: given.create,
      writes: true,
      run: (call) =>
        ok(splitTargets(call, "create", collection, createItems(call, resource, bodyOf(call)[key]))),
    },
    [`PUT ${path}`]: {
      ...common,
      produces: given.update,
      writes: true,
      run: (call) =>
        ok(splitTargets(call, "update", collection, updateItems(call, resource, bodyOf(call)[key]))),
    },
  };
}

function splitTargets(
  call: Call,
  verb: "create" | "update",
  collection: OlderResource["collection"],
  outcomes: Outcome[],
): Fields {
  const success: Fields[] = [];
  const failed: Fields[] = [];
  for (const [targetRequestIndex, outcome] of outcomes.entries()) {
    if ("entity" in outcome) {
      const target = call.wantsRepresentation ? { target: wireOlderEntity(collection, outcome.entity) } : {};
      success.push({ targetRequestIndex, targetId: integer(outcome.entity.id), ...target });
    } else failed.push({ targetRequestIndex, code: codeOf(outcome.error), details: outcome.error.message });
  }
  return { [`${verb}TargetSuccessResults`]: success, [`${verb}TargetErrorResults`]: failed };
}

/**
 * The value of an entity that each `filterType` compares. A filter is `{filterType, values}`, and an entity matches if
 * `values` contains its value.
 */
const FILTERS: Readonly<Record<string, (entity: Entity) => string>> = {
  TARGETING_STATE: ({ state: now }) => now.toLowerCase(),
  CAMPAIGN_ID: ({ fields }) => String(fields["campaignId"]),
  AD_GROUP_ID: ({ fields }) => String(fields["adGroupId"]),
};

/** The states that the filter of each list knows. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  targets: ["enabled", "paused", "archived"],
  negativeTargets: ["enabled", "archived"],
};

function listTargets(call: Call, resource: OlderResource, key: string): Fields {
  const body = bodyOf(call);
  const filters = Array.isArray(body["filters"]) ? body["filters"] : [];
  const passes = filters.map((filter: unknown) => {
    const valueOf = isRecord(filter) ? FILTERS[String(filter["filterType"])] : undefined;
    const values =
      isRecord(filter) && Array.isArray(filter["values"]) ? filter["values"].map(String) : undefined;
    const isState = isRecord(filter) && filter["filterType"] === "TARGETING_STATE";
    const isWrong = isState && values?.some((value) => !STATES[key]?.includes(value));
    if (!valueOf || !values || isWrong) throw refuse(400, "Invalid filters");
    return (entity: Entity): boolean => values.includes(valueOf(entity));
  });
  const found = [...entitiesOf(call.account, resource.collection).values()].filter((entity) =>
    passes.every((pass) => pass(entity)),
  );
  const page = pageOf(found, body, 5000);
  return {
    [key]: page.items.map((entity) => wireOlderEntity(resource.collection, entity)),
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
  };
}

/** Operations of version 3, because version 4 has no operations on keywords and targets. */
export const brandsTargeting: Operations = {
  ...olderOperations(keywords),
  ...olderOperations(negativeKeywords),
  ...targetOperations(targets, "targets", {
    list: mediaTypes("sblisttargetsresponse.v3.2", "sblisttargetsresponse.v3"),
    create: mediaTypes("sbcreatetargetsresponse.v3"),
    update: mediaTypes("updatetargetsresponse.v3"),
  }),
  ...targetOperations(negativeTargets, "negativeTargets", {
    list: mediaTypes("sblistnegativetargetsresponse.v3.2", "sblistnegativetargetsresponse.v3"),
    create: mediaTypes("sbcreatenegativetargetsrequest.v3"),
    update: mediaTypes("updatenegativetargetsresponse.v3"),
  }),
};
