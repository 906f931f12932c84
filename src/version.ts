/** The version of the package. A test compares this version with the version in package.json. */
export const version = "0.1.0";
