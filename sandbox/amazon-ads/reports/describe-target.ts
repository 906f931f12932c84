import { integer } from "../http/wire-json.ts";
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

export function describeTarget(collection: Collection, { id, state, fields }: Entity): Fields {
  const described = (text: unknown, matchType: string, targetingType: string): Fields => ({
    keywordId: integer(id),
    targetingId: integer(id),
    adKeywordStatus: state,
    keywordBid: fields["bid"] ?? null,
    keyword: text,
    keywordText: text,
    targeting: text,
    targetingText: text,
    targetingExpression: text,
    matchType,
    keywordType: matchType,
    targetingType,
  });
  if (collection.endsWith("/keywords"))
    return described(fields["keywordText"], String(fields["matchType"]).toUpperCase(), "KEYWORD");
  if (collection === "sb/themes")
    return described(String(fields["themeType"]).toLowerCase().replaceAll("_", "-"), "THEME", "THEME");
  const parts = (
    (fields["resolvedExpression"] ?? fields["expression"] ?? fields["expressions"] ?? []) as Fields[]
  ).map(
    ({ type, value }) =>
      PREDEFINED[String(type)] ?? `${WORDS[String(type)] ?? String(type)}="${String(value ?? "")}"`,
  );
  const isAuto = fields["expressionType"] === "AUTO";
  const matchType = isAuto ? "TARGETING_EXPRESSION_PREDEFINED" : "TARGETING_EXPRESSION";
  return described(parts.join(" "), matchType, "PRODUCT");
}

/** Returns the search terms that showed an ad, the most frequent first. */
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
