import type { Fields } from "./types.ts";

export const categories = [
  { id: "3375251", name: "Sports & Outdoors", parent: "-1", path: "/Sports & Outdoors" },
  { id: "3400371", name: "Camping & Hiking", parent: "3375251", path: "/Sports & Outdoors/Camping & Hiking" },
  {
    id: "3401161",
    name: "Tents & Shelters",
    parent: "3400371",
    path: "/Sports & Outdoors/Camping & Hiking/Tents & Shelters",
  },
  {
    id: "3401301",
    name: "Sleeping Bags",
    parent: "3400371",
    path: "/Sports & Outdoors/Camping & Hiking/Sleeping Bags",
  },
  {
    id: "3400441",
    name: "Backpacks & Bags",
    parent: "3400371",
    path: "/Sports & Outdoors/Camping & Hiking/Backpacks & Bags",
  },
  {
    id: "3401711",
    name: "Trekking Poles",
    parent: "3400371",
    path: "/Sports & Outdoors/Camping & Hiking/Trekking Poles",
  },
  {
    id: "3400481",
    name: "Camp Kitchen",
    parent: "3400371",
    path: "/Sports & Outdoors/Camping & Hiking/Camp Kitchen",
  },
  { id: "679255011", name: "Hiking Boots", parent: "3375251", path: "/Sports & Outdoors/Hiking Boots" },
] as const;

export const brands: Readonly<Record<string, string>> = {
  "18681839011": "Ridgeline",
  "7048034011": "Alder & Pine",
  "2529046011": "Summit Works",
  "3254101011": "Fernhill",
};

/** Replaces the ids of categories and brands in a targeting expression with their names. */
export const resolveExpression = (expression: readonly Fields[]): Fields[] =>
  expression.map((part) => {
    const value = String(part["value"] ?? "");
    if (part["type"] === "ASIN_CATEGORY_SAME_AS" || part["type"] === "asinCategorySameAs")
      return { ...part, value: categories.find(({ id }) => id === value)?.name ?? value };
    if (part["type"] === "ASIN_BRAND_SAME_AS" || part["type"] === "asinBrandSameAs")
      return { ...part, value: brands[value] ?? value };
    return { ...part };
  });
