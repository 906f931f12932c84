import type { Operations } from "../../core/operation.ts";
import { docs, json, type AdsOperation } from "./operation.ts";

// Every operation that the connector sends, as Amazon documents it. https://advertising.amazon.com/API/docs

const profilesPage = docs("reference/2/profiles");

export const operations = {
  "profiles.list": { method: "GET", path: "/v2/profiles", accept: json, scope: false, docs: profilesPage },
  "profiles.get": {
    method: "GET",
    path: "/v2/profiles/{id}",
    accept: json,
    scope: false,
    docs: profilesPage,
  },
} as const satisfies Operations & Record<string, AdsOperation>;
