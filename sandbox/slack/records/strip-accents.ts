/** The `*_normalized` fields have no accents. */
export function stripAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}
