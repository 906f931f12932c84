// What a call needs, but no import of the connector and no tool. The connector loads this module at its first call.
export { preview } from "./dry-run/preview.ts";
export { connectAmazonAds } from "./wire/http.ts";
