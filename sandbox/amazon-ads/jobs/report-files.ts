import type { AmazonAdsFault } from "../fault-types.ts";
import type { Job } from "./job-types.ts";
import { jobStatus } from "./job-status.ts";
import { writeJson } from "../http/wire-json.ts";
import type { World } from "../world-types.ts";
import { hash } from "../world.ts";

const HOUR = 3600;

/** Returns an address of the job's file that is valid for an hour. */
export function signFile(world: World, filesUrl: string, job: Job): { url: string; expires: number } {
  const now = world.clock.now();
  const query = new URLSearchParams({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": "SANDBOX/20260312/us-east-1/s3/aws4_request",
    "X-Amz-Date": dateText(now),
    "X-Amz-Expires": String(HOUR),
    "X-Amz-SignedHeaders": "host",
  });
  query.set("X-Amz-Signature", signature(job.id, query));
  return { url: `${filesUrl}${job.id}/report.json.gz?${query.toString()}`, expires: now + HOUR * 1000 };
}

/** Sends a file. As in Amazon's file storage (S3), the signature in the address is the only credential. */
export async function respondWithFile(
  world: World,
  request: Request,
  path: string,
  fault: AmazonAdsFault | undefined,
): Promise<Response> {
  if (request.method !== "GET") return xml(405, "MethodNotAllowed", "The specified method is not allowed.");
  if (request.headers.has("authorization"))
    return xml(
      400,
      "InvalidArgument",
      "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified",
    );
  const id = path.split("/").at(-2) ?? "";
  const query = new URL(request.url).searchParams;
  const given = query.get("X-Amz-Signature");
  query.delete("X-Amz-Signature");
  if (given !== signature(id, query))
    return xml(403, "SignatureDoesNotMatch", "The request signature we calculated does not match.");
  const until = readDate(query.get("X-Amz-Date") ?? "") + HOUR * 1000;
  if (fault?.kind === "expired_file" || world.clock.now() >= until)
    return xml(403, "AccessDenied", "Request has expired");
  const job = [...world.accounts.values()].map(({ jobs }) => jobs.get(id)).find(Boolean);
  if (!job || jobStatus(world, job) !== "COMPLETED")
    return xml(404, "NoSuchKey", "The specified key does not exist.");
  const headers = { "content-type": "application/octet-stream", etag: `"${job.id}"` };
  if (fault?.kind === "huge_file")
    return new Response(gzipOfSpaces(fault.bytes ?? 600 * 1024 * 1024), { headers });
  const bytes = await fileBytes(job);
  return new Response(bytes, { headers: { ...headers, "content-length": String(bytes.length) } });
}

export async function fileBytes(job: Job): Promise<Uint8Array<ArrayBuffer>> {
  job.bytes ??= await gzip(writeJson(job.rows()));
  return job.bytes;
}

const signature = (id: string, query: URLSearchParams): string =>
  hash(`${id}?${query.toString()}`).toString(16).padStart(8, "0").repeat(8);

/** Writes a time in the format of Amazon's file storage (S3): `20260312T163000Z`. */
const dateText = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+|[-:]/g, "");

const readDate = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, "$1-$2-$3:$4:$5"));

function xml(status: number, code: string, message: string): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    { status, headers: { "content-type": "application/xml" } },
  );
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Compresses an empty JSON array of `bytes` bytes, with spaces between the brackets. The data is created while the
 * caller reads the stream.
 */
function gzipOfSpaces(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20);
  let left = bytes - 2;
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("[")),
    pull: (controller) => {
      if (left > 0) {
        controller.enqueue(chunk.slice(0, Math.min(left, chunk.length)));
        left -= chunk.length;
      } else {
        controller.enqueue(new TextEncoder().encode("]"));
        controller.close();
      }
    },
  });
  return plain.pipeThrough(new CompressionStream("gzip"));
}
