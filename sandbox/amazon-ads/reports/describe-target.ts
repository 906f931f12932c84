import { integer } from "../wire-json.ts";
import type { Collection, Entity, Fields } from "../types.ts";

const PREDEFINED: Readonly<Record<string, string>> = {
  QUERY_HIGH_REL_MATCHES: "close-match",
  QUERY_BROAD_REL_MATCHES: "loose-match",
  ASIN_SUBSTITUTE_RELATED: "substitutes",
  ASIN_ACCESSORY_RELATED: "complements",
};

const WORDS: Readonly<Record<string, string>> = {
  ASIN_SAME_AS: "asin",
  ASIN_EXPANDED_FROM: "asin-expanded",
  ASIN_CATEGORY_SAME_AS: "category",
  ASIN_BRAND_SAME_AS: "brand",
  asinSameAs: "asin",
  asinCategorySameAs: "category",
  asinBrandSameAs: "brand",
};

/** Returns the report columns that describe a keyword or a target. */
export function describeTarget(collection: Collection, { id, state, fields }: Entity): Fields {
  const common = {
    keywordId: integer(id),
    targetingId: integer(id),
    adKeywordStatus: state,
    keywordBid: fields["bid"] ?? null,
  };
  if (collection.endsWith("/keywords")) {
    const matchType = String(fields["matchType"]).toUpperCase();
    const keyword = fields["keywordText"];
    return {
      ...common,
      keyword,
      keywordText: keyword,
      targeting: keyword,
      targetingText: keyword,
      matchType,
      keywordType: matchType,
      targetingExpression: keyword,
      targetingType: "KEYWORD",
    };
  }
  const parts = (
    (fields["resolvedExpression"] ?? fields["expression"] ?? fields["expressions"] ?? []) as Fields[]
  ).map(
    ({ type, value }) =>
      PREDEFINED[String(type)] ?? `${WORDS[String(type)] ?? String(type)}="${String(value ?? "")}"`,
  );
  const targeting = parts.join(" ");
  const keywordType =
    fields["expressionType"] === "AUTO" ? "TARGETING_EXPRESSION_PREDEFINED" : "TARGETING_EXPRESSION";
  return {
    ...common,
    keyword: targeting,
    keywordText: targeting,
    targeting,
    targetingText: targeting,
    targetingExpression: targeting,
    matchType: keywordType,
    keywordType,
    targetingType: "PRODUCT",
  };
}

/** Returns the search terms of a keyword or target, most frequent first. */
export function searchTermsOf({ keywordType, keyword }: Fields): string[] {
  const text = String(keyword);
  const asin = /asin(?:-expanded)?="(\w+)"/.exec(text)?.[1];
  switch (keywordType) {
    case "EXACT":
      return [text];
    case "PHRASE":
      return [text, `best ${text}`, `${text} for women`, `${text} for men`];
    case "BROAD":
      return [
        text,
        `${text} lightweight`,
        `cheap ${text}`,
        text.split(" ").toReversed().join(" "),
        `${text} kids`,
      ];
    case "TARGETING_EXPRESSION":
      return [(asin ?? "b0ck7r2m4q").toLowerCase()];
    default:
      return [
        "camping tent 2 person",
        "lightweight sleeping bag",
        "hiking boots waterproof",
        "trekking poles",
        "camp stove",
      ];
  }
}
