import { ConnectorError } from "agent-connectors";

const maxDepth = 32;
const maxMembers = 10_000;

/** How large a body may be; `onLarge` is called when more has arrived than `large`, and may refuse it. */
export interface Size {
  most: number;
  large?: number | undefined;
  onLarge?: (() => void) | undefined;
}

/** A JSON body, guarded: its size, its encoding, its depth and its keys are judged before anything reads it. */
export async function readJson(request: Request, allowed: Size): Promise<unknown> {
  const text = await readText(request, allowed);
  checkShape(text);
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === "__proto__")
        throw new ConnectorError("forbidden_key", 'The body has a key "__proto__", which is not taken.');
      return value;
    });
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    throw malformed("The body is not JSON.");
  }
}

export async function readForm(request: Request, allowed: Size): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await readText(request, allowed)));
}

/** The media type, without its parameters. */
export const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();

async function readText(request: Request, { most, large = most, onLarge }: Size): Promise<string> {
  const judge = (bytes: number) => {
    if (bytes > most) throw new ConnectorError("payload_too_large", `The body is larger than ${most} bytes.`);
  };
  judge(Number(request.headers.get("content-length")));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      const before = size;
      size += chunk.byteLength;
      judge(size);
      // Not what is announced: that costs nobody anything.
      if (before <= large && size > large) onLarge?.();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw malformed("The body is not UTF-8.");
    throw new ConnectorError("request_timeout", "The body did not arrive whole.");
  }
}

const malformed = (message: string) =>
  new ConnectorError("malformed_json", message, { hint: "Send a JSON object in UTF-8." });

/** Counts depth and members in one pass over the text: a parser or a writer could run out of stack on what it made. */
function checkShape(text: string): void {
  let depth = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth)
        throw new ConnectorError("json_too_deep", `The body is nested more than ${maxDepth} deep.`);
    } else if (char === 0x5d || char === 0x7d) depth--;
    else if (char === 0x2c && ++members > maxMembers)
      throw new ConnectorError("payload_too_large", `The body has more than ${maxMembers} members.`);
  }
}
