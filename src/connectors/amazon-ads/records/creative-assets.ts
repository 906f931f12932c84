import type { Zod } from "../../../core/contract/action.ts";
import { flag, number, text, texts } from "./common-fields.ts";

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

export const failedSpecChecks = (z: Zod) =>
  z
    .array(
      z.object({
        specProgramName: text(z),
        specifications: z
          .array(
            z.object({
              stringId: text(z),
              isPassed: flag(z),
              failureReason: text(z),
              actualValue: text(z),
              arguments: texts(z),
            }),
          )
          .nullish(),
      }),
    )
    .nullish();

/** Times are in milliseconds since the epoch. */
export const AssetVersions = (z: Zod) =>
  z.object({
    assetGlobal: z
      .object({ assetId: text(z), assetType: text(z), accountIds: texts(z), marketplaceId: texts(z) })
      .nullish(),
    assetVersionList: z
      .array(
        z.object({
          assetIdentifier: z.object({ assetId: text(z), version: text(z) }).nullish(),
          name: text(z),
          assetStatus: text(z),
          assetSubTypes: texts(z),
          versionNotes: text(z),
          url: text(z),
          fileMetadata: z
            .object({
              contentType: text(z),
              extension: text(z),
              width: number(z),
              height: number(z),
              resolutionWidth: number(z),
              resolutionHeight: number(z),
              aspectRatio: text(z),
              sizeInBytes: number(z),
              durationInSeconds: number(z),
              audioSampleRateInHz: number(z),
            })
            .nullish(),
          assetFiles: z
            .object({
              defaultUrl: text(z),
              processedFiles: z
                .array(z.object({ profile: text(z), url: text(z), programs: texts(z) }))
                .nullish(),
            })
            .nullish(),
          storageLocationUrls: z
            .object({ defaultUrl: text(z), processedUrls: z.record(z.string(), z.string()).nullish() })
            .nullish(),
          specCheckApprovedPrograms: texts(z),
          failedSpecChecks: failedSpecChecks(z),
          moderationRequestStatus: text(z),
          moderationContentList: z
            .array(
              z.object({
                assetSubType: text(z),
                moderationContentStatus: text(z),
                adPolicyModerationResultList: z
                  .array(
                    z.object({
                      marketplaceId: text(z),
                      locale: text(z),
                      policyName: text(z),
                      moderationStatus: text(z),
                      rejectionReasons: texts(z),
                    }),
                  )
                  .nullish(),
              }),
            )
            .nullish(),
          otherMetadata: z.record(z.string(), z.string()).nullish(),
          creationTime: number(z),
          lastUpdatedTime: number(z),
          createdBy: text(z),
          lastUpdatedBy: text(z),
        }),
      )
      .nullish(),
  });
