import { isBase64 } from "../../../core/call/file-content.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { show } from "../../../core/ground/json.ts";
import type { Upload } from "./upload-and-download.ts";

export const checkContent = ({ content_base64: text }: Pick<Upload, "content_base64">): Issue[] =>
  text === undefined || isBase64(text)
    ? []
    : [
        {
          path: "content_base64",
          message: `expected base64 of a file that is not text; not with content, got ${show(text)}`,
        },
      ];
