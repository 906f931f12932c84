/** Removes accents, as in Slack's fields `*_normalized`. */
export function stripAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}
