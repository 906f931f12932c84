/** JSON as it comes over the wire. */
export type Fields = Record<string, unknown>;
