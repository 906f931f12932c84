import {
  docs,
  json,
  tokens,
  vendor,
  vendorPost,
  type AdsOperation,
  type AdsOperations,
} from "./operation.ts";

// Keywords, targets and themes of Sponsored Brands need version 3 of the API, because version 4 has no such operations.

const page = docs("sponsored-brands/3-0/openapi");
const shared = { needsProfile: true, docs: page };

/** Returns no operation `archive`: an update can archive several records, but a DELETE request only one record. */
function keywordVerbs(name: "keywords" | "negativeKeywords", type: string): [string, AdsOperation][] {
  const path = `/sb/${name}`;
  const write = {
    ...shared,
    path,
    contentType: json,
    accept: vendor("sbkeywordresponse.v3"),
    body: { kind: "json", argument: name },
    numericIds: true,
    batch: { key: name, record: "", ids: ["keywordId"] },
  } as const;
  return [
    [
      `sb.${name}.list`,
      {
        ...shared,
        method: "GET",
        path,
        accept: vendor(`${type}.v3.2`),
        paging: { kind: "offset", limit: "count", cursor: "startIndex", default: 100, max: 5000 },
        arguments: {
          states: "stateFilter",
          campaignIds: "campaignIdFilter",
          adGroupIds: "adGroupIdFilter",
          keywordIds: "keywordIdFilter",
          matchTypes: "matchTypeFilter",
        },
      },
    ],
    [
      `sb.${name}.get`,
      { ...shared, method: "GET", path: `${path}/{keywordId}`, accept: vendor(`${type}.v3`) },
    ],
    [`sb.${name}.create`, { ...write, method: "POST" }],
    [`sb.${name}.update`, { ...write, method: "PUT" }],
  ];
}

interface TargetTypes {
  list: string;
  get: string;
  create: string;
  update: string;
}

function targetVerbs(name: "targets" | "negativeTargets", types: TargetTypes): [string, AdsOperation][] {
  const path = `/sb/${name}`;
  // These operations refuse the content type `application/vnd...` with the status 415.
  const body = { ...shared, contentType: json, numericIds: true } as const;
  const batch = { key: name, record: "target", ids: ["targetId"] };
  const prefer = name === "targets" ? { prefer: true as const } : {};
  return [
    [
      `sb.${name}.list`,
      {
        ...body,
        method: "POST",
        path: `${path}/list`,
        accept: vendor(types.list),
        paging: tokens(100, 5000),
        filterTypes: { states: "TARGETING_STATE", campaignIds: "CAMPAIGN_ID", adGroupIds: "AD_GROUP_ID" },
        // Negative targets can be paused, but their filter does not know this state.
        ...(name === "negativeTargets" ? { filterStates: ["enabled", "archived"] } : {}),
      },
    ],
    [`sb.${name}.get`, { ...shared, method: "GET", path: `${path}/{targetId}`, accept: vendor(types.get) }],
    [`sb.${name}.create`, { ...body, ...prefer, method: "POST", path, accept: vendor(types.create), batch }],
    [`sb.${name}.update`, { ...body, ...prefer, method: "PUT", path, accept: vendor(types.update), batch }],
  ];
}

const themes = { ...shared, contentType: json } as const;
const themeBatch = { key: "themes", record: "", ids: ["themeId"] };

export const sponsoredBrandsTargeting: AdsOperations = {
  ...Object.fromEntries([
    ...keywordVerbs("keywords", "sbkeyword"),
    ...keywordVerbs("negativeKeywords", "sbnegativekeyword"),
    ...targetVerbs("targets", {
      list: "sblisttargetsresponse.v3.2",
      get: "sbtarget.v3",
      create: "sbcreatetargetsresponse.v3",
      update: "updatetargetsresponse.v3",
    }),
    ...targetVerbs("negativeTargets", {
      list: "sblistnegativetargetsresponse.v3.2",
      get: "sbnegativetarget.v3",
      create: "sbcreatenegativetargetsrequest.v3",
      update: "updatenegativetargetsresponse.v3",
    }),
  ]),
  "sb.themes.list": {
    ...themes,
    method: "POST",
    path: "/sb/themes/list",
    accept: vendor("sbthemeslistresponse.v3"),
    paging: tokens(100, 5000),
    arguments: {
      states: "stateFilter.include",
      campaignIds: "campaignIdFilter.include",
      adGroupIds: "adGroupIdFilter.include",
      themeIds: "themeIdFilter.include",
    },
  },
  "sb.themes.create": {
    ...themes,
    method: "POST",
    path: "/sb/themes",
    accept: vendor("sbthemescreateresponse.v3"),
    batch: themeBatch,
  },
  "sb.themes.update": {
    ...themes,
    method: "PUT",
    path: "/sb/themes",
    accept: vendor("sbthemesupdateresponse.v3"),
    batch: themeBatch,
  },
  "sb.keywords.bid_recommendations": {
    ...shared,
    method: "POST",
    path: "/sb/recommendations/bids",
    contentType: json,
    accept: vendor("sbbidsrecommendation.v3"),
    numericIds: true,
  },
  "sb.keywords.keyword_recommendations": vendorPost(page)(
    "/sb/recommendations/keyword",
    "sbkeywordrecommendation.v3",
  ),
  "sb.ads.headlines": {
    ...shared,
    method: "POST",
    path: "/sb/recommendations/creative/headline",
    contentType: json,
    accept: json,
  },
};
