/** Converts bytes to base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // The bytes are converted in parts, because a function call has a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
