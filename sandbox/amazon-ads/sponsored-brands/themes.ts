import { idFields } from "../id-fields.ts";
import { type OlderResource } from "../older-api/resource.ts";
import { codeOf, createItems, updateItems, type Outcome } from "../older-api/write.ts";
import { bodyOf, type Call, type Operations } from "../operation.ts";
import { pageOf } from "../http/paging.ts";
import { ok } from "../http/responses.ts";
import type { Entity, Fields } from "../types.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { entitiesOf } from "../world.ts";
import { changeableState, idFilters, mediaTypes, parents, repeatedParent } from "./targeting.ts";

const THEMES = ["KEYWORDS_RELATED_TO_YOUR_BRAND", "KEYWORDS_RELATED_TO_YOUR_LANDING_PAGES"];

const themes: OlderResource = {
  collection: "sb/themes",
  path: "/sb/themes",
  idName: "themeId",
  idFilters,
  repeatedParent,
  fields: {
    ...parents,
    themeType: { is: "text", oneOf: THEMES, required: true, createOnly: true },
    bid: { is: "amount", required: true },
    state: { ...changeableState, oneOf: ["enabled", "paused", "archived"] },
  },
};

/**
 * Converts a theme to the format of a response. Unlike other ids in version 3 of the API, the ids of themes are text.
 */
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
  const filters: [string, (entity: Entity) => string][] = [
    ["themeIdFilter", ({ id }) => id],
    ["campaignIdFilter", ({ fields }) => String(fields["campaignId"])],
    ["adGroupIdFilter", ({ fields }) => String(fields["adGroupId"])],
    ["themeTypeFilter", ({ fields }) => String(fields["themeType"])],
    ["stateFilter", ({ state: now }) => now.toLowerCase()],
  ];
  const found = [...entitiesOf(call.account, "sb/themes").values()].filter((entity) =>
    filters.every(([name, valueOf]) => values(name)?.includes(valueOf(entity)) ?? true),
  );
  const page = pageOf(found, body, 5000);
  return {
    themes: page.items.map(wireTheme),
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
  };
}

const common = { style: "details" as const, consumes: ["application/json"] };

export const brandsThemes: Operations = {
  "POST /sb/themes/list": {
    ...common,
    produces: mediaTypes("sbthemeslistresponse.v3"),
    run: (call) => ok(listThemes(call)),
  },
  "POST /sb/themes": {
    ...common,
    produces: mediaTypes("sbthemescreateresponse.v3"),
    writes: true,
    run: (call) => ok(splitThemes(createItems(call, themes, bodyOf(call)["themes"]))),
  },
  "PUT /sb/themes": {
    ...common,
    produces: mediaTypes("sbthemesupdateresponse.v3"),
    writes: true,
    run: (call) => ok(splitThemes(updateItems(call, themes, bodyOf(call)["themes"]))),
  },
};
