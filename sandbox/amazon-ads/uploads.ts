import type { UploadLocation, World } from "./world-types.ts";

// The addresses to which files of the library are sent.

const MINUTES = 15;

/** Returns an address that accepts one file with PUT, for 15 minutes. */
export function newUpload(world: World, filesUrl: string, fileName: string): string {
  const id = world.newUuid();
  const expires = world.clock.now() + MINUTES * 60_000;
  world.uploads.set(id, { fileName, expires, size: undefined });
  const query = new URLSearchParams({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Expires": String(MINUTES * 60),
  });
  return `${filesUrl}upload/${id}?${query.toString()}`;
}

/** Finds the upload of an address. */
export function uploadOf(world: World, url: unknown): UploadLocation | undefined {
  const id = /\/upload\/([^/?]+)/.exec(String(url))?.[1];
  return id === undefined ? undefined : world.uploads.get(id);
}

/** Accepts a file. As in Amazon's file storage (S3), the address is the only credential. */
export function acceptFile(world: World, request: Request, text: string): Response {
  const upload = uploadOf(world, request.url);
  if (request.headers.has("authorization"))
    return refused(400, "InvalidArgument", "Only one auth mechanism allowed");
  if (!upload || world.clock.now() >= upload.expires)
    return refused(403, "AccessDenied", "Request has expired");
  const length = Number(request.headers.get("content-length") ?? 0);
  upload.size = length > 0 ? length : new TextEncoder().encode(text).length;
  return new Response(null, { status: 200, headers: { etag: '"sandbox"' } });
}

const refused = (status: number, code: string, message: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    { status, headers: { "content-type": "application/xml" } },
  );
