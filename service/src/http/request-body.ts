import { ConnectorError } from "agent-connectors";

const maxDepth = 32;
const maxMembers = 10_000;

/** The limits for the size of a body, in bytes. */
export interface BodySize {
  max: number;
  /**
   * Called once, when more than `large` bytes have arrived. To refuse the body, the function can throw a
   * `ConnectorError`.
   */
  onLarge?: (() => void) | undefined;
  large?: number | undefined;
}

/** Reads a JSON body. Refuses a body that is too large or nested too deeply, or has the key `__proto__`. */
export async function readJson(request: Request, size: BodySize): Promise<unknown> {
  const text = await readText(request, size);
  checkShape(text);
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === "__proto__")
        throw new ConnectorError("forbidden_key", 'The body has a key "__proto__", which is not allowed.');
      return value;
    });
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    throw malformed("The body is not JSON.");
  }
}

/** Reads a form. A field that comes several times, such as check boxes, has all its values, separated by commas. */
export async function readForm(request: Request, size: BodySize): Promise<Record<string, string>> {
  const form = new URLSearchParams(await readText(request, size));
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).join(",")]));
}

/** Reads a form with a file. The value of the file is its content as base64. */
export async function readUpload(request: Request, { max }: BodySize): Promise<Record<string, string>> {
  // Browsers announce the size of a form, and the server reads no more than that.
  const announced = Number(request.headers.get("content-length") ?? NaN);
  if (!(announced > 0 && announced <= max))
    throw new ConnectorError("payload_too_large", `The body is larger than ${max} bytes.`);
  const form = await request.formData().catch(() => {
    throw new ConnectorError("validation_error", "The form cannot be read.", { path: "form" });
  });
  const fields = [...form].map(async ([name, value]): Promise<[string, string]> => [
    name,
    typeof value === "string" ? value : Buffer.from(await value.arrayBuffer()).toString("base64"),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

/** Returns the media type without its parameters. */
export const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();

const wholeText = new TextDecoder("utf-8", { fatal: true });

async function readText(request: Request, { max, large = max, onLarge }: BodySize): Promise<string> {
  const checkSize = (bytes: number) => {
    if (bytes > max) throw new ConnectorError("payload_too_large", `The body is larger than ${max} bytes.`);
  };
  const announced = Number(request.headers.get("content-length") ?? NaN);
  checkSize(announced);
  try {
    if (announced <= large) {
      // A small body of known size is read in one piece, which costs much less than a stream.
      const bytes = await request.arrayBuffer();
      checkSize(bytes.byteLength);
      return wholeText.decode(bytes);
    }
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    let size = 0;
    for await (const chunk of request.body ?? []) {
      const before = size;
      size += chunk.byteLength;
      checkSize(size);
      // `onLarge` does not depend on the announced length, because only bytes that have arrived use memory.
      if (before <= large && size > large) onLarge?.();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw malformed("The body is not UTF-8.");
    throw new ConnectorError("request_timeout", "The body did not arrive completely.");
  }
}

const malformed = (message: string) =>
  new ConnectorError("malformed_json", message, { hint: "Send a JSON object in UTF-8." });

/**
 * Checks the depth of a JSON text and the number of its members before the text is parsed. Parsing JSON that is
 * nested very deeply could overflow the stack.
 */
function checkShape(text: string): void {
  let depth = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth)
        throw new ConnectorError("json_too_deep", `The body is nested deeper than ${maxDepth} levels.`);
    } else if (char === 0x5d || char === 0x7d) depth--;
    else if (char === 0x2c && ++members > maxMembers)
      throw new ConnectorError("payload_too_large", `The body has more than ${maxMembers} members.`);
  }
}
