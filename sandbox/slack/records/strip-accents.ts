/** A name without its accents, as the *_normalized fields have it. */
export function stripAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}
