import { action } from "../../../core/contract/action.ts";
import { id } from "../params.ts";
import { FileUpload } from "../records.ts";

const upload = "393abc1e-edcd-818b-967c-00b2228a952f";

export const create = action({
  description: "Begin an upload of up to 20 MB. send uploads the content. A property or block then takes { type: \"file_upload\", file_upload: { id } }.",
  params: (z) => ({
    filename: z.string().min(1).max(900),
    content_type: z.string().max(200).optional(),
    mode: z.enum(["single_part", "external_url"]).optional().meta({ rare: true }),
    external_url: z.url().optional().describe("for the mode external_url: Notion reads the file from here").meta({ rare: true }),
  }),
  result: FileUpload,
  effect: "write",
  calls: "file_uploads.create",
  example: { filename: "plan.txt", content_type: "text/plain" },
}); // prettier-ignore

export const send = action({
  description: "Upload the content of a file.",
  params: (z) => ({
    file_upload_id: id(z),
    file: z.strictObject({
      filename: z.string().min(1).max(900),
      content_type: z.string().max(200),
      content: z.string().optional().describe("text"),
      content_base64: z.string().optional(),
    }),
  }),
  check: ({ file: { content, content_base64 } }) =>
    (content === undefined) === (content_base64 === undefined)
      ? [{ path: "file", message: "needs content or content_base64, and not both." }]
      : [],
  result: FileUpload,
  effect: "write",
  calls: "file_uploads.send",
  example: {
    file_upload_id: upload,
    file: { filename: "plan.txt", content_type: "text/plain", content: "Plan" },
  },
});

export const get = action({
  description: "Get the state of an upload.",
  params: (z) => ({ file_upload_id: id(z) }),
  result: FileUpload,
  effect: "read",
  calls: "file_uploads.get",
  example: { file_upload_id: upload },
});
