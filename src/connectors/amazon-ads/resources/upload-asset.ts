import { fileBytes, isBase64 } from "../../../core/call/file-content.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { at, dicts, stringAt } from "../../../core/ground/json.ts";

export interface Upload {
  filename: string;
  /** Base64. */
  content: string;
  name?: string | undefined;
  assetSubTypes?: readonly string[] | undefined;
  brandEntityIds?: readonly string[] | undefined;
  asins?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
  linkedAssetId?: string | undefined;
  versionNotes?: string | undefined;
  profileId?: string | undefined;
}

const typeOf = (filename: string) => (/\.(jpg|png)$/i.test(filename) ? "IMAGE" : "VIDEO");

export function checkUpload({
  filename,
  content,
  assetSubTypes = [],
  linkedAssetId,
  versionNotes,
}: Upload): Issue[] {
  const type = typeOf(filename);
  const wrong = assetSubTypes.findIndex((one) => (one === "BACKGROUND_VIDEO") !== (type === "VIDEO"));
  return [
    ...(isBase64(content) ? [] : [{ path: "content", message: "expected the base64 of a file" }]),
    ...(wrong < 0
      ? []
      : [
          {
            path: `assetSubTypes[${wrong}]`,
            message: `is not a type of ${type === "IMAGE" ? "images" : "videos"}`,
          },
        ]),
    ...(versionNotes !== undefined && linkedAssetId === undefined
      ? [{ path: "versionNotes", message: "needs linkedAssetId" }]
      : []),
  ];
}

/**
 * Uploads a file in three requests: gets an address, sends the bytes to it, and registers the file. Nobody sees the file
 * before it is registered, so the first two requests count as reads.
 */
export async function uploadAsset(params: Upload, { read, send }: RunContext): Promise<RunResult> {
  const {
    filename,
    content,
    name = filename,
    assetSubTypes,
    brandEntityIds,
    asins,
    tags,
    profileId,
  } = params;
  const { linkedAssetId, versionNotes } = params;
  const bytes = fileBytes(content, "base64");
  const location = await read("creative_assets.upload_location", { profileId, fileName: filename });
  const url = stringAt(location.body, "url");
  if (url === undefined)
    throw new ConnectorError("upstream_invalid_response", "Amazon Ads returned no address for the file.", {
      hint: "Nothing was uploaded. Call again.",
    });
  await read("creative_assets.put", { url, bytes });
  const assetType = typeOf(filename);
  const reply = await send("creative_assets.register", {
    profileId,
    url,
    name,
    assetType,
    // Without this flag, Amazon can replace the types.
    ...(assetSubTypes ? { assetSubTypeList: assetSubTypes, skipAssetSubTypesDetection: true } : {}),
    ...(asins ? { asinList: asins } : {}),
    ...(tags ? { tags } : {}),
    ...(linkedAssetId === undefined ? {} : { versionInfo: { linkedAssetId, versionNotes } }),
    ...(brandEntityIds
      ? { associatedSubEntityList: brandEntityIds.map((brandEntityId) => ({ brandEntityId })) }
      : {}),
  });
  const failed = dicts(at(reply.body, "failedSpecChecks"));
  const programs = failed.map(({ specProgramName }) => String(specProgramName)).join(", ");
  return {
    data: {
      assetId: at(reply.body, "assetId"),
      versionId: at(reply.body, "versionId"),
      name,
      assetType,
      size: bytes.byteLength,
      ...(failed.length > 0 ? { failedSpecChecks: failed } : {}),
    },
    meta: {
      ...replyMeta(reply),
      ...(failed.length > 0
        ? {
            warnings: [
              `The file does not meet Amazon's specifications for ${programs}; see failedSpecChecks.`,
            ],
          }
        : {}),
    },
  };
}
