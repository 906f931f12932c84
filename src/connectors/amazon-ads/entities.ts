// Every entity of the connector, one file each.
export * as profiles from "./profiles.ts";
