import { escapeInvisible } from "./control-characters.ts";

/** Escapes a text for HTML, so that no part of the text becomes markup. */
export const escapeHtml = (text: string): string =>
  escapeInvisible(text).replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
