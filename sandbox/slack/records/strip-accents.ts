/** Removes accents from a name, for the `*_normalized` fields. */
export function stripAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}
