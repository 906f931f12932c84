import { bodyOf, type Call, type Operations } from "./operation.ts";
import { ok, refuse } from "./http/responses.ts";
import type { Fields } from "./types.ts";
import { isRecord } from "./http/wire-json.ts";
import { newUpload, uploadOf } from "./uploads.ts";
import type { Account, Asset } from "./world-types.ts";

const asset = (
  id: string,
  assetType: Asset["assetType"],
  subType: string,
  name: string,
  [size, width, height, seconds]: readonly [number, number, number, number],
): Asset => ({
  assetId: `amzn1.assetlibrary.asset1.${id}`,
  version: "version_v1",
  assetType,
  subType,
  name,
  url: `https://m.media-amazon.com/images/S/al-na-${id}/${name}`,
  size,
  width,
  height,
  seconds,
});

/** The asset library of every advertiser. */
const ASSETS: readonly Asset[] = [
  asset("fernhill-logo", "IMAGE", "LOGO", "fernhill-logo.png", [21_307, 640, 640, 0]),
  asset("fernhill-camp", "IMAGE", "LIFESTYLE_IMAGE", "fernhill-camp.jpg", [812_440, 1200, 628, 0]),
  asset("fernhill-boots", "VIDEO", "BACKGROUND_VIDEO", "fernhill-boots.mp4", [44_243_886, 1920, 1080, 24]),
];

/** Returns the assets of an account, each in its newest version. */
const assetsOf = ({ assets }: Account): readonly Asset[] => [
  ...new Map([...ASSETS, ...assets].map((one) => [one.assetId, one])).values(),
];

/** Finds an asset. The id can end with a version, such as `:version_v1`. */
export const assetOf = (account: Account, id: unknown): Asset | undefined =>
  typeof id === "string"
    ? assetsOf(account).find(({ assetId }) => assetId === id.replace(/:version_v\d+$/, ""))
    : undefined;

const ADDED = Date.parse("2025-11-10T15:00:00.000Z");

/** https://advertising.amazon.com/API/docs/en-us/guides/creative-asset/asset-library-overview */
export const creativeAssets: Operations = {
  "POST /assets/search": {
    style: "details",
    consumes: ["application/json"],
    produces: ["application/vnd.creativeassetssearchassetsresponse.v3+json"],
    run: (call) => {
      const { text, filterCriteria, pageCriteria } = bodyOf(call);
      const filters = isRecord(filterCriteria) ? ((filterCriteria["valueFilters"] ?? []) as Fields[]) : [];
      const page = isRecord(pageCriteria) ? pageCriteria : {};
      const size = page["size"] ?? 25;
      if (typeof size !== "number" || size < 1 || size > 500) throw refuse(400, "Invalid pageCriteria.size");
      const token = isRecord(page["identifier"]) ? page["identifier"]["token"] : undefined;
      const found = assetsOf(call.account).filter(
        (one) =>
          (typeof text !== "string" || one.name.toLowerCase().includes(text.toLowerCase())) &&
          filters.every(({ valueField, values }) =>
            (values as unknown[]).includes(valueField === "ASSET_TYPE" ? one.assetType : one.subType),
          ),
      );
      const start = typeof token === "string" ? Number(token) : 0;
      const end = start + size;
      return ok({
        assetList: found
          .slice(start, end)
          .map((one) => listed(one, call.account.profile.accountInfo.marketplaceStringId)),
        token: end < found.length ? String(end) : null,
        totalRecords: found.length,
      });
    },
  },

  // https://advertising.amazon.com/API/docs/en-us/guides/creative-asset/creating-assets
  "POST /assets/upload": {
    style: "details",
    consumes: ["application/json"],
    produces: ["application/vnd.creativeassetsuploadresponse.v3+json"],
    writes: true,
    run: (call) => {
      const { fileName } = bodyOf(call);
      if (typeof fileName !== "string" || !/\w\.(jpg|png|mp4|mov|wmv|avi)$/i.test(fileName))
        throw refuse(400, "Invalid fileName");
      return ok({ url: newUpload(call.world, call.filesUrl, fileName) });
    },
  },

  "POST /assets/register": {
    style: "details",
    consumes: ["application/json"],
    produces: ["application/vnd.creativeassetsregisterresponse.v3+json"],
    writes: true,
    run: (call) => ok(register(call)),
  },

  "GET /assets": {
    style: "details",
    produces: ["application/vnd.creativeassetsgetresponse.v3+json"],
    run: ({ query, account }) => {
      const found = assetOf(account, query.get("assetId"));
      if (!found) throw refuse(404, "The asset was not found");
      return ok(described(found, account.profile.accountInfo));
    },
  },
};

const metadataOf = ({ assetType, name, size, width, height, seconds }: Asset): Fields => {
  const isImage = assetType === "IMAGE";
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return {
    aspectRatio: isImage ? (width === height ? "1:1" : "1.91:1") : null,
    audioSampleRateInHz: 0,
    contentHash: null,
    contentType: `${assetType.toLowerCase()}/${extension}`,
    durationInSeconds: seconds,
    extension: extension.toUpperCase(),
    height: isImage ? height : 0,
    resolutionHeight: isImage ? 0 : height,
    resolutionWidth: isImage ? 0 : width,
    sizeInBytes: size,
    width: isImage ? width : 0,
  };
};

const changed = { createdBy: "A8WE7O8XSB7G4", creationTime: ADDED, lastUpdatedBy: "A8WE7O8XSB7G4", lastUpdatedTime: ADDED }; // prettier-ignore

const addressesOf = ({ url }: Asset): Fields => ({
  defaultUrl: url,
  processedUrls: { IMAGE_THUMBNAIL_500: url.replace(/(\.\w+)$/, "._SL500_$1"), MODERATION: url },
});

/** Converts an asset to the format of the response to a search. */
const listed = (one: Asset, marketplace: string): Fields => ({
  assetId: one.assetId,
  version: one.version,
  assetType: one.assetType,
  assetSubTypeList: [one.subType],
  name: one.name,
  status: "ACTIVE",
  ...changed,
  associatedAccountIds: ["ADVERTISER:ENTITY2FERNHILL"],
  associatedContexts: {
    ASIN: [{ id: "B0CK7R2M4Q", name: null }],
    HSA: [{ id: "144327786111035248", name: "SB Tents collection" }],
    PROGRAM: [{ id: "SB", name: null }],
  },
  collections: [],
  fileMetadata: metadataOf(one),
  focalPoint: null,
  marketplaces: [marketplace],
  moderationPolicyMap: { Logo: "APPROVED" },
  moderationRequestStatus: "SKIPPED",
  specCheckApprovedPrograms: one.assetType === "VIDEO" ? ["SPONSORED_BRANDS_VIDEO"] : null,
  stockInformation: null,
  storageLocationUrls: { ...addressesOf(one), relatedUrls: null },
  tags: [],
});

/** Converts an asset to the format of the response to `GET /assets`. */
const described = (one: Asset, account: { marketplaceStringId: string }): Fields => ({
  assetGlobal: {
    accountIds: ["ADVERTISER:ENTITY2FERNHILL"],
    assetId: one.assetId,
    assetType: one.assetType,
    marketplaceId: [account.marketplaceStringId],
  },
  assetVersionList: [
    {
      assetFiles: {
        defaultUrl: one.url,
        processedFiles: ["IMAGE_THUMBNAIL_500", "MODERATION"].map((profile) => ({
          fileMetadata: null,
          imageCroppingData: null,
          profile,
          programs: [],
          url: one.url,
        })),
        relatedFiles: [],
      },
      assetIdentifier: { assetId: one.assetId, version: one.version },
      assetStatus: "ACTIVE",
      assetSubTypes: [one.subType],
      ...changed,
      failedSpecChecks: [],
      fileMetadata: metadataOf(one),
      focalPoint: null,
      moderationContentList: [
        {
          adPolicyModerationResultList: [
            {
              locale: "en_US",
              marketplaceId: account.marketplaceStringId,
              moderationStatus: "APPROVED",
              policyName: "HSA4V_PRODUCTS",
              rejectionReasonList: [],
              rejectionReasons: null,
            },
          ],
          assetSubType: one.subType,
          moderationContentStatus: "COMPLETED",
        },
      ],
      moderationRequestStatus: "SKIPPED",
      name: one.name,
      otherMetadata: {},
      programPolicyValidationsList: null,
      specCheckApprovedPrograms: null,
      stockInformation: null,
      storageLocationUrls: { ...addressesOf(one), relatedUrls: {} },
      url: one.url,
      versionNotes: null,
    },
  ],
});

/** Registers an uploaded file as a new asset, or as a new version of an asset. */
function register(call: Call): Fields {
  const { account, world } = call;
  const { url, name, assetType, assetSubTypeList, versionInfo, associatedSubEntityList } = bodyOf(call);
  const upload = uploadOf(world, url);
  if (upload?.size === undefined) throw refuse(400, "The url has no uploaded file");
  if (assetType !== "IMAGE" && assetType !== "VIDEO") throw refuse(400, "Invalid assetType");
  if (typeof name !== "string" || name === "") throw refuse(400, "Invalid name");
  const isImageFile = /\.(jpg|png)$/i.test(upload.fileName);
  if (isImageFile !== (assetType === "IMAGE")) throw refuse(400, "The file is not of this assetType");
  const [subType] = Array.isArray(assetSubTypeList) ? (assetSubTypeList as string[]) : [];
  for (const one of Array.isArray(associatedSubEntityList) ? associatedSubEntityList : [])
    if (!isRecord(one) || typeof one["brandEntityId"] !== "string")
      throw refuse(400, "Invalid brandEntityId");
  const linked = isRecord(versionInfo) ? versionInfo["linkedAssetId"] : undefined;
  const before = linked === undefined ? undefined : assetOf(account, linked);
  if (linked !== undefined && !before) throw refuse(404, "The linked asset was not found");
  const number = before ? Number(before.version.replace(/\D/g, "")) + 1 : 1;
  const isImage = assetType === "IMAGE";
  const registered: Asset = {
    assetId: before?.assetId ?? `amzn1.assetlibrary.asset1.${world.newUuid().replaceAll("-", "")}`,
    version: `version_v${number}`,
    assetType,
    subType: subType ?? (isImage ? "OTHER_IMAGE" : "BACKGROUND_VIDEO"),
    name,
    url: String(url).replace(/\?.*$/, ""),
    size: upload.size,
    width: isImage ? 640 : 1920,
    height: isImage ? 640 : 1080,
    seconds: isImage ? 0 : 20,
  };
  account.assets.push(registered);
  return {
    assetId: registered.assetId,
    versionId: registered.version,
    failedSpecChecks: [],
    programPolicyValidationsList: null,
  };
}
