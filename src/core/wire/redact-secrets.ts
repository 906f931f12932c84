/**
 * Creates a function that replaces secrets in a platform's text, so that no error and no result contains a secret.
 * @param secrets Values to replace. A value of fewer than 8 characters is not replaced, because other text can
 * contain such a value.
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
