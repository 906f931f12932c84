import type { Dict } from "../../../src/core/ground/json.ts";
import { notFound } from "../find.ts";
import { readId, readObject, readOneOf, readText } from "../http/read-fields.ts";
import { invalid, notImitated, refused } from "../http/refusal.ts";
import type { Operations } from "../operation.ts";
import { expiryOf, isoMinute, uploadState } from "../records/files.ts";
import { largestUpload } from "../records/user.ts";
import type { Upload, World } from "../world-types.ts";

// https://developers.notion.com/reference/file-upload

function view(world: World, upload: Upload): Dict {
  const { id, created, filename, content_type, content_length } = upload;
  const status = uploadState(world, upload);
  return {
    object: "file_upload",
    id,
    created_time: isoMinute(created),
    created_by: { id: world.bot.id, type: "bot" },
    last_edited_time: isoMinute(created),
    expiry_time: isoMinute(expiryOf(upload)),
    ...(status === "pending" ? { upload_url: `https://api.notion.com/v1/file_uploads/${id}/send` } : {}),
    in_trash: false,
    status,
    filename,
    content_type,
    content_length,
    archived: false,
  };
}

function find(world: World, value: unknown): Upload {
  const id = readId(value, "path.file_upload_id");
  const found = world.uploads.get(id);
  if (!found) throw notFound(world, "file_upload", id);
  return found;
}

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  gif: "image/gif",
  jpg: "image/jpeg",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
};

export const fileUploads: Operations = {
  "POST /v1/file_uploads": {
    needs: "insert content",
    run: ({ world, body }) => {
      readObject(body, "body", ["mode", "filename", "content_type", "external_url"], ["number_of_parts"]);
      const mode = readOneOf(body.mode ?? "single_part", "body.mode", ["single_part", "multi_part", "external_url"]); // prettier-ignore
      if (mode !== "single_part") throw notImitated(`uploads with the mode ${mode}`);
      const filename = readText(body.filename, "body.filename", 900);
      const known = types[filename.split(".").at(-1)!.toLowerCase()];
      const content_type = body.content_type === undefined ? known : readText(body.content_type, "body.content_type"); // prettier-ignore
      if (content_type === undefined)
        throw invalid("body.content_type", "should be defined for this filename.");
      const upload = { id: world.newId(), created: world.clock.now(), filename, content_type, content_length: null }; // prettier-ignore
      world.uploads.set(upload.id, upload);
      return view(world, upload);
    },
  },
  "POST /v1/file_uploads/{id}/send": {
    needs: "insert content",
    run: ({ world, ids, form }) => {
      const upload = find(world, ids[0]);
      const file = form?.get("file");
      if (!(file instanceof File)) throw invalid("body.file", "should be a file in a multipart form.");
      const state = uploadState(world, upload);
      if (state !== "pending") throw refused(`The file upload has the status ${state}, not pending.`);
      if (file.size > largestUpload) throw invalid("body.file", `should be at most ${largestUpload} bytes, instead was ${file.size}.`); // prettier-ignore
      if (file.type.split(";")[0] !== upload.content_type)
        throw invalid("body.file", `should have the content type ${upload.content_type}, instead was ${file.type}.`); // prettier-ignore
      upload.content_length = file.size;
      return view(world, upload);
    },
  },
  "GET /v1/file_uploads/{id}": {
    needs: "read content",
    run: ({ world, ids }) => view(world, find(world, ids[0])),
  },
};
