/**
 * Creates a function that replaces secrets in a platform's text.
 * @param secrets Values to replace. Values of fewer than 8 characters stay: other text can contain them by chance.
 * @param patterns Patterns of secrets that are not known in advance, such as access tokens.
 */
export function redactSecrets(
  secrets: readonly string[],
  patterns: readonly RegExp[] = [],
): (text: string) => string {
  const long = secrets.filter(({ length }) => length >= 8);
  return (text) => {
    let safe = text;
    for (const secret of long) safe = safe.replaceAll(secret, "[secret]");
    for (const pattern of patterns) safe = safe.replaceAll(pattern, "[secret]");
    return safe;
  };
}
