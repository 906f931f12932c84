/** A test compares this version with package.json. */
export const version = "0.1.0";
