/**
 * Returns why the service does not accept the target of a request, as the end of a sentence. Returns undefined for a
 * plain target.
 *
 * A proxy may forward only some paths, such as those below `/connect/`, and may compare them as text. A target such as
 * `/connect/../operate` has the allowed start, but `URL` makes another path of it. Therefore, the service accepts only
 * targets that mean the same to both.
 * @param target the target as the client sent it, such as `/connect/abc?x=1`
 */
export function targetFault(target: string): string | undefined {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith("/")) return "must start with a slash, without scheme and host";
  if (path.includes("//")) return "must not contain an empty segment";
  if (/[\\#]/.test(path)) return "must not contain a backslash or a fragment";
  if (path.split("/").some((segment) => segment === "." || segment === ".."))
    return "must not contain the segments . and ..";
  return path.match(/%[0-9A-Fa-f]{2}/g)?.some((escape) => /[\w.-]/.test(decodeAscii(escape)))
    ? "must not escape letters, digits, dots, hyphens and underscores"
    : undefined;
}

const decodeAscii = (escape: string): string => String.fromCharCode(Number.parseInt(escape.slice(1), 16));
