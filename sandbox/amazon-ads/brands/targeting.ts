import { ok, refuse } from "../answer.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../call.ts";
import { idFields } from "../collections.ts";
import { idText, integer, isRecord } from "../json.ts";
import { pageOf } from "../paging.ts";
import { plainOperations } from "../plain/operations.ts";
import { parent, state, type PlainResource } from "../plain/resource.ts";
import { wirePlain } from "../plain/wire.ts";
import { codeOf, createItems, updateItems, type Outcome } from "../plain/write.ts";
import type { Entity, Fields } from "../types.ts";
import { entitiesOf } from "../world.ts";

const type = (...names: string[]): string[] => names.map((name) => `application/vnd.${name}+json`);
const parents = { campaignId: parent, adGroupId: parent };
const ids = { campaignIdFilter: "campaignId", adGroupIdFilter: "adGroupId", keywordIdFilter: "keywordId" };
const native = { is: "text", createOnly: true } as const;
const changeable = { ...state, oneOf: ["enabled", "paused", "archived", "draft"] };

const keywords: PlainResource = {
  collection: "sb/keywords",
  path: "/sb/keywords",
  idName: "keywordId",
  idFilters: ids,
  filters: { matchTypeFilter: "matchType", keywordText: "keywordText" },
  usual: ["enabled", "paused"],
  gives: {
    list: type("sbkeyword.v3.2", "sbkeyword.v3"),
    item: type("sbkeyword.v3"),
    write: type("sbkeywordresponse.v3"),
  },
  fields: {
    ...parents,
    keywordText: { is: "text", required: true, createOnly: true },
    matchType: { is: "text", oneOf: ["broad", "exact", "phrase"], required: true, createOnly: true },
    bid: { is: "amount" },
    nativeLanguageKeyword: native,
    nativeLanguageLocale: native,
    state: changeable,
  },
};

const negativeKeywords: PlainResource = {
  ...keywords,
  collection: "sb/negativeKeywords",
  path: "/sb/negativeKeywords",
  usual: ["enabled", "archived"],
  gives: {
    list: type("sbnegativekeyword.v3.2", "sbnegativekeyword.v3"),
    item: type("sbnegativekeyword.v3"),
    write: type("sbkeywordresponse.v3"),
  },
  fields: {
    ...parents,
    keywordText: { is: "text", required: true, createOnly: true },
    matchType: { is: "text", oneOf: ["negativeExact", "negativePhrase"], required: true, createOnly: true },
    state: changeable,
  },
};

const expressions = { is: "list", required: true, createOnly: true } as const;

const targets: PlainResource = {
  collection: "sb/targets",
  path: "/sb/targets",
  idName: "targetId",
  idFilters: ids,
  gives: { list: [], item: type("sbtargetresponse.v3", "sbtarget.v3"), write: type("sbtargetresponse.v3") },
  fields: { ...parents, expressions, bid: { is: "amount" }, state: changeable },
};

const negativeTargets: PlainResource = {
  ...targets,
  collection: "sb/negativeTargets",
  path: "/sb/negativeTargets",
  idName: "negativeTargetId",
  gives: { list: [], item: type("sbnegativetarget.v3"), write: type("sbnegativetarget.v3") },
  fields: { ...parents, expressions, state: changeable },
};

const themes: PlainResource = {
  collection: "sb/themes",
  path: "/sb/themes",
  idName: "themeId",
  idFilters: ids,
  fields: {
    ...parents,
    themeType: { is: "text", required: true, createOnly: true },
    bid: { is: "amount" },
    state: changeable,
  },
};

/** Targets are listed by POST, and a batch of them splits into successes and errors by index. */
function targetOperations(
  resource: PlainResource,
  key: string,
  given: Record<"list" | "create" | "update", string[]>,
): Record<string, Operation> {
  const { path, collection, idName } = resource;
  const { [`GET ${path}/{${idName}}`]: get, [`DELETE ${path}/{${idName}}`]: remove } =
    plainOperations(resource);
  if (!get || !remove) throw new Error(`no verbs for ${path}`);
  const common = { style: "details" as const, takes: ["application/json"] };
  return {
    [`POST ${path}/list`]: {
      ...common,
      gives: given.list,
      run: (call) => ok(listTargets(call, resource, key)),
    },
    [`GET ${path}/{${idName}}`]: get,
    [`DELETE ${path}/{${idName}}`]: remove,
    [`POST ${path}`]: {
      ...common,
      gives: given.create,
      writes: true,
      run: (call) =>
        ok(splitTargets(call, "create", collection, createItems(call, resource, bodyOf(call)[key]))),
    },
    [`PUT ${path}`]: {
      ...common,
      gives: given.update,
      writes: true,
      run: (call) =>
        ok(splitTargets(call, "update", collection, updateItems(call, resource, bodyOf(call)[key]))),
    },
  };
}

function splitTargets(
  call: Call,
  verb: "create" | "update",
  collection: PlainResource["collection"],
  outcomes: Outcome[],
): Fields {
  const success: Fields[] = [];
  const failed: Fields[] = [];
  for (const [targetRequestIndex, outcome] of outcomes.entries()) {
    if ("entity" in outcome) {
      const target = call.whole ? { target: wirePlain(collection, outcome.entity) } : {};
      success.push({ targetRequestIndex, targetId: integer(outcome.entity.id), ...target });
    } else failed.push({ targetRequestIndex, code: codeOf(outcome.error), details: outcome.error.message });
  }
  return { [`${verb}TargetSuccessResults`]: success, [`${verb}TargetErrorResults`]: failed };
}

/** `filters` are `{filterType, values}`. */
const FILTERS: Readonly<Record<string, (entity: Entity) => string>> = {
  TARGETING_STATE: ({ state: now }) => now.toLowerCase(),
  CAMPAIGN_ID: ({ fields }) => String(fields["campaignId"]),
  AD_GROUP_ID: ({ fields }) => String(fields["adGroupId"]),
  TARGET_ID: ({ id }) => id,
};

function listTargets(call: Call, resource: PlainResource, key: string): Fields {
  const body = bodyOf(call);
  const filters = Array.isArray(body["filters"]) ? body["filters"] : [];
  const passes = filters.map((filter: unknown) => {
    const look = isRecord(filter) ? FILTERS[String(filter["filterType"])] : undefined;
    const values =
      isRecord(filter) && Array.isArray(filter["values"]) ? filter["values"].map(String) : undefined;
    if (!look || !values) throw refuse(400, "Invalid filters");
    return (entity: Entity): boolean => values.includes(look(entity));
  });
  const found = [...entitiesOf(call.account, resource.collection).values()].filter((entity) =>
    passes.every((pass) => pass(entity)),
  );
  const page = pageOf(found, body, 5000);
  return {
    [key]: page.items.map((entity) => wirePlain(resource.collection, entity)),
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
  };
}

/** Themes have ids as text, unlike the rest of version 3. */
const wireTheme = ({ id, fields, state: now }: Entity): Fields => ({
  ...fields,
  themeId: id,
  state: now.toLowerCase(),
});

function splitThemes(outcomes: Outcome[]): Fields {
  const name = idFields["sb/themes"];
  const lines = outcomes.map((outcome, index) =>
    "entity" in outcome
      ? { index, [name]: outcome.entity.id }
      : { index, [name]: outcome.id, code: codeOf(outcome.error), details: outcome.error.message },
  );
  return {
    success: lines.filter((line) => !("code" in line)),
    error: lines.filter((line) => "code" in line),
  };
}

function listThemes(call: Call): Fields {
  const body = bodyOf(call);
  const values = (name: string): string[] | undefined => {
    const filter = body[name];
    return isRecord(filter) && Array.isArray(filter["include"]) ? filter["include"].map(idText) : undefined;
  };
  const looks: [string, (entity: Entity) => string][] = [
    ["themeIdFilter", ({ id }) => id],
    ["campaignIdFilter", ({ fields }) => String(fields["campaignId"])],
    ["adGroupIdFilter", ({ fields }) => String(fields["adGroupId"])],
    ["themeTypeFilter", ({ fields }) => String(fields["themeType"])],
    ["stateFilter", ({ state: now }) => now.toLowerCase()],
  ];
  const found = [...entitiesOf(call.account, "sb/themes").values()].filter((entity) =>
    looks.every(([name, look]) => values(name)?.includes(look(entity)) ?? true),
  );
  const page = pageOf(found, body, 100);
  return {
    themes: page.items.map(wireTheme),
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
  };
}

const theme = { style: "details" as const, takes: ["application/json"] };

/** Keywords, targets and themes of Sponsored Brands, which are still version 3. */
export const brandsTargeting: Operations = {
  ...plainOperations(keywords),
  ...plainOperations(negativeKeywords),
  ...targetOperations(targets, "targets", {
    list: type("sblisttargetsresponse.v3.2", "sblisttargetsresponse.v3"),
    create: type("sbcreatetargetsresponse.v3"),
    update: type("updatetargetsresponse.v3"),
  }),
  ...targetOperations(negativeTargets, "negativeTargets", {
    list: type("sblistnegativetargetsresponse.v3.2", "sblistnegativetargetsresponse.v3"),
    create: type("sbcreatenegativetargetsrequest.v3"),
    update: type("updatenegativetargetsresponse.v3"),
  }),
  "POST /sb/themes/list": {
    ...theme,
    gives: type("sbthemeslistresponse.v3"),
    run: (call) => ok(listThemes(call)),
  },
  "POST /sb/themes": {
    ...theme,
    gives: type("sbthemescreateresponse.v3"),
    writes: true,
    run: (call) => ok(splitThemes(createItems(call, themes, bodyOf(call)["themes"]))),
  },
  "PUT /sb/themes": {
    ...theme,
    gives: type("sbthemesupdateresponse.v3"),
    writes: true,
    run: (call) => ok(splitThemes(updateItems(call, themes, bodyOf(call)["themes"]))),
  },
};
