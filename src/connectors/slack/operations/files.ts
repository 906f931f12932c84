import type { Operations } from "../../../core/contract/wire/operation.ts";
import { forUsers, method, pages, type SlackOperation } from "./method.ts";
import { tier3, tier4 } from "./rate-tiers.ts";

const guide = "https://docs.slack.dev/messaging/working-with-files";

export const files = {
  "files.completeUploadExternal": method("files.completeUploadExternal", tier4, ["files:write"], undefined, {
    arguments: { channel: "channel_id" },
  }),
  "files.delete": method("files.delete", tier3, ["files:write"], undefined, {
    already: ["file_deleted"],
  }),
  "files.getUploadURLExternal": method("files.getUploadURLExternal", tier4, ["files:write"]),
  "files.info": method("files.info", tier4, ["files:read"]),
  "files.list": method("files.list", tier3, ["files:read"], undefined, {
    paging: pages("paging", 50, 200),
  }),
  "files.revokePublicURL": method("files.revokePublicURL", tier3, ["files:write"]),
  "files.sharedPublicURL": forUsers("files.sharedPublicURL", tier3, ["files:write"]),
  /** Sends bytes to the address that `files.getUploadURLExternal` returned. */
  "bytes.upload": { method: "POST", path: "", file: "upload", docs: guide } as SlackOperation,
  /** Reads bytes from the file's private address. */
  "bytes.download": { method: "GET", path: "", file: "download", docs: guide } as SlackOperation,
} satisfies Operations;
