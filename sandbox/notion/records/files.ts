import type { Dict } from "../../../src/core/ground/json.ts";
import { notFound } from "../find.ts";
import { onlyKey, readId, readObject, readText } from "../http/read-fields.ts";
import { notImitated, refused } from "../http/refusal.ts";
import type { Upload, World } from "../world-types.ts";

// https://developers.notion.com/reference/file-object

/** How long an upload can wait for its content, and for its use. */
const lifetime = 3_600_000;

export const isoMinute = (time: number): string => new Date(time - (time % 60_000)).toISOString();

export const expiryOf = ({ created }: Upload): number => created + lifetime;

export function uploadState(world: World, upload: Upload): "pending" | "uploaded" | "expired" {
  if (upload.content_length !== null) return "uploaded";
  return world.clock.now() >= expiryOf(upload) ? "expired" : "pending";
}

/** Reads an external file or an upload, and returns it as in Notion's answers. */
export function readFile(world: World, given: Dict, path: string): Dict {
  const kind = onlyKey(given, path, ["external", "file_upload"]);
  const inner = readObject(given[kind], `${path}.${kind}`);
  if (kind === "external")
    return { type: kind, external: { url: readText(inner.url, `${path}.external.url`, 2000) } };
  const id = readId(inner.id, `${path}.file_upload.id`);
  const upload = world.uploads.get(id);
  if (!upload) throw notFound(world, "file_upload", id);
  const state = uploadState(world, upload);
  if (state !== "uploaded") throw refused(`The file upload ${id} has the status ${state}, not uploaded.`);
  const url = `https://files.notion.example/${id}/${encodeURIComponent(upload.filename ?? "file")}`;
  return { type: "file", file: { url, expiry_time: new Date(world.clock.now() + lifetime).toISOString() } };
}

/** Reads an icon. `null` removes it. */
export function readIcon(world: World, value: unknown, path: string): Dict | null {
  if (value === null) return null;
  const given = readObject(value, path);
  if (given.custom_emoji !== undefined) throw notImitated("custom emoji");
  if (given.emoji !== undefined) return { type: "emoji", emoji: readText(given.emoji, `${path}.emoji`, 40) };
  return readFile(world, given, path);
}

/** Reads a cover. `null` removes it. */
export const readCover = (world: World, value: unknown, path: string): Dict | null =>
  value === null ? null : readFile(world, readObject(value, path), path);
