import { action, defineConnector, type ToolOptions } from "agent-connectors";
import type { PlatformClient } from "agent-connectors/toolkit";
import { describe, expect, test } from "vitest";
import { imageSize } from "../../../../src/core/tool/output/image-size.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
const joined = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...bytesOf(part)] : part)));
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const uint16 = (value: number) => uint32(value).slice(2);
const little = (value: number, count: number) => uint32(value).toReversed().slice(0, count);

const png = (width: number, height: number) =>
  joined("\x89PNG\r\n\x1A\n", uint32(13), "IHDR", uint32(width), uint32(height), [8, 6, 0, 0, 0]);
const jpeg = (width: number, height: number) =>
  joined("\xFF\xD8\xFF\xE0", uint16(4), [0, 0], "\xFF\xFF\xC4", uint16(2), "\xFF\xC2", uint16(17), [8], uint16(height), uint16(width)); // prettier-ignore
const webp = {
  lossy: (width: number, height: number) =>
    joined("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a], little(width, 2), little(height, 2)), // prettier-ignore
  lossless: (width: number, height: number) =>
    joined(
      "RIFF",
      [0, 0, 0, 0],
      "WEBPVP8L",
      [0, 0, 0, 0, 0x2f],
      little((width - 1) | ((height - 1) << 14), 4),
    ),
  extended: (width: number, height: number) =>
    joined("RIFF", [0, 0, 0, 0], "WEBPVP8X", [0, 0, 0, 0, 0, 0, 0, 0], little(width - 1, 3), little(height - 1, 3)), // prettier-ignore
};
const pdf = bytesOf("%PDF-1.7\n%%EOF");

describe("the size of an image comes from its header:", () => {
  test.each([
    ["image/png", png(8001, 3)],
    ["image/jpeg", jpeg(8001, 3)],
    ["image/webp", webp.lossy(8001, 3)],
    ["image/webp", webp.lossless(8001, 3)],
    ["image/webp", webp.extended(8001, 3)],
  ])("%s", (mediaType, bytes) => {
    expect(imageSize(bytes, mediaType)).toEqual({ width: 8001, height: 3 });
    for (let length = 0; length < bytes.length - 5; length++)
      expect(imageSize(bytes.slice(0, length), mediaType)).toBeUndefined();
  });
  test("an image without pixels, and a JPEG without a frame, are damaged", () => {
    expect(imageSize(png(0, 5), "image/png")).toBeUndefined();
    expect(imageSize(joined("\xFF\xD8\xFF\xE0", uint16(0), "x".repeat(50)), "image/jpeg")).toBeUndefined();
    expect(imageSize(joined("RIFF    WEBPVP9 ", "x".repeat(50)), "image/webp")).toBeUndefined();
  });
});

const client: PlatformClient = {
  send: async () => ({ body: {}, headers: new Headers() }),
  identify: async () => ({ identity: {} }),
};
const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>();
/** The number of bytes that the tool has read of the last file. */
let read = 0;
const Files = defineConnector({
  name: "files",
  title: "Files",
  endpoint: "https://files.example",
  auth: { token: { api_token: { description: "t" } } },
  operations: { get: { method: "GET", path: "/", docs: "https://files.example" } },
  connect: () => client,
  entities: {
    files: {
      get: action({
        description: "Get a file.",
        params: (z) => ({ file: z.string() }),
        effect: "read",
        calls: "get",
        example: { file: "a" },
        run: async ({ file }) => {
          const { bytes, type } = files.get(file)!;
          read = 0;
          const data = new ReadableStream({
            pull(own) {
              if (read >= bytes.length) return own.close();
              own.enqueue(bytes.subarray(read, (read += 64 * 1024)));
            },
          });
          return { data, meta: { filename: "a.bin", content_type: type, size: bytes.length } };
        },
      }),
    },
  },
});
const connector = new Files({ auth: { api_token: "t" } });

/** Returns what a tool with these options returns for a file. */
async function see(bytes: Uint8Array<ArrayBuffer>, type: string, options: ToolOptions) {
  files.set("a", { bytes, type });
  const tool = await connector.tool(options);
  const result = await tool.call({ entity: "files", action: "get", params: { file: "a" } });
  if (!result.ok) throw new Error(result.text);
  expect(JSON.parse(result.text)).toMatchObject({ data: { filename: "a.bin", size: bytes.length } });
  const { note } = (JSON.parse(result.text) as { data: { note: string } }).data;
  return { ...result, note };
}
const padded = (bytes: Uint8Array, length: number) => {
  const all = new Uint8Array(length);
  all.set(bytes);
  return all;
};
const link = "Give the user a link to the file, or read the file with code.";

describe("with vision, an image or a PDF file reaches the model:", () => {
  test.each([
    ["image/png", png(8000, 8000), "image", "PNG image"],
    ["image/jpeg; charset=binary", jpeg(1, 1), "image", "JPEG image"],
    ["IMAGE/WEBP", webp.lossy(1, 1), "image", "WebP image"],
    ["application/pdf", pdf, "pdf", "PDF file"],
    // The platform can declare another type. The bytes decide.
    ["image/jpeg", png(1, 1), "image", "PNG image"],
    ["application/octet-stream", png(1, 1), "image", "PNG image"],
  ])("%s", async (type, bytes, kind, title) => {
    for (const vision of [true, [kind as "image"]]) {
      const { media, note } = await see(bytes, type, { vision });
      expect(media).toMatchObject({ kind, filename: "a.bin" });
      expect(JSON.parse(JSON.stringify(media))).toEqual(media);
      expect(title.toLowerCase().split(" ")[0]).toBe(media!.mediaType.split("/")[1]);
      expect(Uint8Array.from(atob(media!.base64), (one) => one.charCodeAt(0))).toEqual(bytes);
      expect(JSON.parse(media!.text)).toMatchObject({ data: { filename: "a.bin", size: bytes.length } });
      expect(media!.text).toContain("The model sees the file below.");
      // An adapter that cannot pass the file to the model uses the other text.
      expect(note).toBe(`${title}. This text cannot contain it. ${link}`);
    }
    const other = kind === "pdf" ? "image" : "pdf";
    for (const vision of [undefined, false, [], [other as "image"]]) {
      const { media, note } = await see(bytes, type, { vision });
      expect(media).toBeUndefined();
      expect(note).toBe(
        `${title}. The model sees it only if the application sets the option \`vision\`. ${link}`,
      );
    }
  });

  test("the largest files, and not one byte more", async () => {
    const most = { image: 3_932_160, pdf: 10_485_760 };
    expect((await see(padded(png(9, 9), most.image), "image/png", { vision: true })).media).toBeDefined();
    expect((await see(padded(pdf, most.pdf), "application/pdf", { vision: true })).media).toBeDefined();
    for (const [bytes, type, limit] of [
      [padded(png(9, 9), most.image + 1), "image/png", most.image],
      [padded(pdf, most.pdf + 1), "application/pdf", most.pdf],
    ] as const) {
      const { media, note } = await see(bytes, type, { vision: true });
      expect(media).toBeUndefined();
      expect(note).toContain(`A model can see at most ${limit} bytes. ${link}`);
    }
  });

  test("a large file of an unexpected type is not read whole, and the note says why", async () => {
    const { media, note } = await see(padded(png(9, 9), 3_000_000), "application/zip", { vision: true });
    expect(media).toBeUndefined();
    expect(note).toContain(`The platform declares another type. ${link}`);
    expect(read).toBeLessThan(200_000);
  });

  test("a file that the model cannot see is not read whole", async () => {
    await see(padded(png(9, 9), 3_000_000), "image/png", {});
    expect(read).toBeLessThan(200_000);
    await see(padded(pdf, 9_000_000), "application/pdf", { vision: ["image"] });
    expect(read).toBeLessThan(200_000);
  });
});

test.each([
  ["too wide", png(8001, 1), "A model can see at most 8000 pixels of width and height."],
  ["too high", png(3, 8001), "A model can see at most 8000 pixels of width and height."],
  ["damaged", png(0, 0), "Its header is damaged."],
  ["cut", png(9, 9).slice(0, 18), "Its header is damaged."],
  ["GIF", bytesOf("GIF89a......"), "A model cannot see this type."],
])("an image that a provider would refuse does not reach the model: %s", async (_fault, bytes, reason) => {
  const { media, note } = await see(bytes, "image/png", { vision: true });
  expect(media).toBeUndefined();
  expect(note).toContain(`${reason} ${link}`);
});

test("other files stay what they are: text, or binary", async () => {
  for (const type of ["image/png", "text/plain"]) {
    const { text, media } = await see(bytesOf("%PD, %PNG, RIFF GIF8"), type, { vision: true });
    expect(JSON.parse(text)).toMatchObject({ data: { text: "%PD, %PNG, RIFF GIF8" } });
    expect(media).toBeUndefined();
  }
  expect((await see(joined("PK", [0, 1, 2]), "application/zip", { vision: true })).note).toContain(
    "Binary file",
  );
});

test.each(["images", ["images"], [1], 1, {}])("the option vision: %j is refused", async (vision) => {
  await expect(connector.tool({ vision: vision as never })).rejects.toMatchObject({
    code: "config_error",
    path: "vision",
  });
});
