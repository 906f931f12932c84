import type { Zod } from "../../../core/contract/action.ts";
import { number, text } from "./common-fields.ts";

export const CreativeAsset = (z: Zod) =>
  z.object({
    assetId: z.string(),
    version: text(z),
    assetType: text(z),
    assetSubTypeList: z.array(z.string()).nullish(),
    name: text(z),
    status: text(z),
    fileMetadata: z
      .object({
        contentType: text(z),
        width: number(z),
        height: number(z),
        durationInSeconds: number(z),
        sizeInBytes: number(z),
      })
      .nullish(),
    specCheckApprovedPrograms: z.array(z.string()).nullish(),
    storageLocationUrls: z.object({ defaultUrl: text(z) }).nullish(),
  });
