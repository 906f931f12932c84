import { isDict } from "../../core/ground/json.ts";
import { parseJson } from "../../core/ground/parse-json.ts";
import { bytesOf, recordedBody } from "./bodies.ts";
import type { RecordedBody } from "./recording.ts";
import { isGrantField, isSecretName, isSecretParam } from "./secret-names.ts";

/** Returns the new text of a value. `secret` says whether the name of the value is the name of a secret. */
export type Rewrite = (value: string, secret: boolean) => string;

/** Rewrites the values in a body. All other characters of the body stay the same. */
export function rewriteBody(body: RecordedBody | undefined, rewrite: Rewrite): RecordedBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === "string") return rewriteText(body, rewrite);
  // Every byte becomes one character and back, because these bytes are no text.
  const text = Array.from(bytesOf(body), (byte) => String.fromCharCode(byte)).join("");
  const rewritten = rewrite(rewriteParts(text, rewrite), false);
  return rewritten === text ? body : recordedBody(Uint8Array.from(rewritten, (one) => one.charCodeAt(0)));
}

/** Rewrites the values in a text: in JSON, in the parts of a multipart body, and in addresses and forms. */
export function rewriteText(text: string, rewrite: Rewrite): string {
  const isLikeJson = /^\s*[{[]/.test(text);
  if (isLikeJson && parseJson(text) !== undefined) return rewriteJson(text, rewrite);
  // A text can also be several JSON texts in a row, or JSON that was cut off.
  const begun = isLikeJson ? rewriteJson(text, rewrite) : text;
  return rewrite(rewriteParts(rewriteFields(begun, rewrite), rewrite), false);
}

/** Rewrites the values of `name=value` in an address, a form or a cookie. */
function rewriteFields(text: string, rewrite: Rewrite): string {
  return text.replace(fields, (all, before: string, name: string, value: string) => {
    if (value === "" || !isSecretParam(decoded(name))) return all;
    const old = decoded(value);
    const rewritten = rewrite(old, true);
    return rewritten === old ? all : `${before}${name}=${rewritten}`;
  });
}
const fields = /(^|[?&#;,\s])([^=&?#;,\s"'<>/]{1,100})=([^&#;,\s"'<>]*)/g;

/** Rewrites the values in the parts of a multipart body. */
const rewriteParts = (text: string, rewrite: Rewrite): string =>
  text.replace(part, (all, head: string, name: string, between: string, value: string) => {
    if (!isSecretParam(name) || value === "") return all;
    return `${head}${name}${between}${rewrite(value, true)}`;
  });
const part = /(content-disposition: form-data;[^\r\n]*?\bname=")([^"\r\n]+)("[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)([\s\S]*?)(?=\r\n--)/gi; // prettier-ignore

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

interface Frame {
  isObject: boolean;
  /** Whether everything in this object or list is a secret. */
  secret: boolean;
  /** Whether the next text is a name. */
  atName: boolean;
  /** Whether the last name was the name of a secret. */
  named: boolean;
}

/** Rewrites the strings and numbers of JSON, or of several JSON texts in a row. */
function rewriteJson(text: string, rewrite: Rewrite): string {
  const value: unknown = parseJson(text);
  const isGrant = isDict(value) && Object.hasOwn(value, "grant_type");
  const frames: Frame[] = [];
  const isSecret = (): boolean => {
    const top = frames.at(-1);
    return top !== undefined && (top.secret || (top.isObject && top.named));
  };
  return text.replace(tokens, (token) => {
    const top = frames.at(-1);
    switch (token[0]) {
      case "{":
      case "[":
        frames.push({ isObject: token === "{", secret: isSecret(), atName: token === "{", named: false });
        return token;
      case "}":
      case "]":
        frames.pop();
        return token;
      case ",":
      case ":":
        if (top) top.atName = token === "," && top.isObject;
        return token;
      case '"': {
        const plain = parseJson(token);
        if (typeof plain !== "string") return token;
        if (top?.atName) top.named = isSecretName(plain) || (isGrant && isGrantField(plain));
        const secret = !top?.atName && isSecret();
        const rewritten = secret ? rewrite(plain, true) : rewriteText(plain, rewrite);
        return rewritten === plain ? token : JSON.stringify(rewritten);
      }
      default: {
        if (!/^-?\d/.test(token)) return token;
        const rewritten = rewrite(token, isSecret());
        return rewritten === token ? token : JSON.stringify(rewritten);
      }
    }
  });
}
const tokens = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s"{}[\],:]+/g;
