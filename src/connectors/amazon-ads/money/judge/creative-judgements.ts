import type { FieldJudgements } from "../ground/judgement-kinds.ts";

const all = <const P extends string, const N extends string>(prefix: P, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, "creative"])) as Readonly<
    Record<`${P}${N}`, "creative">
  >;

const image = <const N extends string>(name: N) => ({
  ...all(`properties.${name}.` as const, ["assetId", "assetVersion"]),
  ...all(`properties.${name}.croppingCoordinates.` as const, ["top", "left", "width", "height"]),
});

const parts = {
  ...all("properties.", ["headline", "hasTermsAndConditions", "backgrounds"]),
  ...image("brandLogo"),
  ...image("rectCustomImage"),
  ...image("squareCustomImage"),
  ...all("properties.", ["squareImages", "horizontalImages", "verticalImages"]),
  ...all("properties.", ["video.assetId", "video.assetVersion"]),
  ...all("properties.", ["squareVideos", "horizontalVideos", "verticalVideos"]),
} as const;

export const creativeJudgements = {
  "sd_creatives.create": {
    ...parts,
    adGroupId: "id",
    creativeType: "creative",
    consentToTranslate: "creative",
  },
  "sd_creatives.update": { ...parts, creativeId: "id" },
} as const satisfies Readonly<Record<string, FieldJudgements>>;
