import type { OutputOptions, ToolMedia } from "../../contract/tool.ts";
import { toBase64 } from "../../ground/base64.ts";
import { imageSize } from "./image-size.ts";

type Kind = ToolMedia["kind"];
type MediaType = ToolMedia["mediaType"];

/**
 * The largest files that every provider accepts. Anthropic accepts at most 5 MiB of base64 for an image, and at most
 * 8,000 pixels of width and height. Gemini accepts at most 20 MB in one request.
 * https://platform.claude.com/docs/en/build-with-claude/vision,
 * https://ai.google.dev/gemini-api/docs/document-processing
 */
const limits: Readonly<Record<Kind, { bytes: number; pixels: number }>> = {
  image: { bytes: 3_932_160, pixels: 8000 },
  pdf: { bytes: 10_485_760, pixels: Infinity },
};

/** The types that every provider accepts. Gemini does not accept GIF. */
const types: Readonly<Record<MediaType, { kind: Kind; title: string }>> = {
  "image/png": { kind: "image", title: "PNG image" },
  "image/jpeg": { kind: "image", title: "JPEG image" },
  "image/webp": { kind: "image", title: "WebP image" },
  "application/pdf": { kind: "pdf", title: "PDF file" },
};

const isSeen = (kind: Kind, { vision }: OutputOptions): boolean =>
  typeof vision === "object" ? vision.includes(kind) : vision === true;

/** Returns how many bytes of a file to read, or 0 if the model cannot see a file with this content type. */
export function bytesToSee(contentType: string | undefined, options: OutputOptions): number {
  const type = (contentType ?? "").split(";")[0]!.trim().toLowerCase();
  const { kind } = Object.hasOwn(types, type) ? types[type as MediaType] : {};
  return kind !== undefined && isSeen(kind, options) ? limits[kind].bytes : 0;
}

export interface Seen {
  media?: Pick<ToolMedia, "kind" | "mediaType" | "base64">;
  /** Says what the file is, and what to do if the model does not see it. */
  note: string;
}

/**
 * Returns a note about a file, and also the file itself if the model can see it. Returns undefined for files other
 * than PDF files and PNG, JPEG, WebP and GIF images. The bytes decide the type, because a platform can declare a wrong
 * type, and a provider refuses a request with a wrong type.
 * @param whole whether these are all bytes of the file
 */
export function seen(bytes: Uint8Array, whole: boolean, options: OutputOptions): Seen | undefined {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) return undefined;
  if (mediaType === "image/gif") return { note: noteOf("GIF image", "A model cannot see this type.") };
  const { kind, title } = types[mediaType];
  const reason = reasonAgainst(bytes, whole, mediaType, options);
  if (reason !== undefined) return { note: noteOf(title, reason) };
  const media = { kind, mediaType, base64: toBase64(bytes) };
  return { media, note: noteOf(title, "This text cannot contain it.") };
}

const noteOf = (title: string, reason: string): string =>
  `${title}. ${reason} Give the user a link to the file, or read the file with code.`;

function reasonAgainst(
  bytes: Uint8Array,
  whole: boolean,
  mediaType: MediaType,
  options: OutputOptions,
): string | undefined {
  const { kind } = types[mediaType];
  const most = limits[kind];
  if (!isSeen(kind, options)) return "The model sees it only if the application sets the option `vision`.";
  if (!whole && bytes.byteLength < most.bytes) return "The platform declares another type.";
  if (!whole || bytes.byteLength > most.bytes) return `A model can see at most ${most.bytes} bytes.`;
  if (kind === "pdf") return undefined;
  const size = imageSize(bytes, mediaType);
  if (!size) return "Its header is damaged.";
  if (Math.max(size.width, size.height) > most.pixels)
    return `A model can see at most ${most.pixels} pixels of width and height.`;
  return undefined;
}

/** Finds the type of a file from its first bytes. */
function mediaTypeOf(bytes: Uint8Array): MediaType | "image/gif" | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1A\n")) return "image/png";
  if (start.startsWith("\xFF\xD8\xFF")) return "image/jpeg";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("%PDF-")) return "application/pdf";
  return undefined;
}
