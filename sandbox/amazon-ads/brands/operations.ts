import { ok } from "../answer.ts";
import type { Operation, Operations } from "../call.ts";
import { isRecord } from "../json.ts";
import { resourceOperations } from "../sp/operations.ts";
import { create } from "../sp/write.ts";
import { adGroups, ads, campaigns, formats } from "./resources.ts";

/** Making an ad: one path for each format, which gives the creative its type. */
const creations = Object.fromEntries(
  Object.entries(formats).map(([format, type]): [string, Operation] => [
    `POST ${ads.path}/${format}`,
    {
      style: "message",
      takes: [ads.media, "application/json"],
      gives: [ads.media],
      writes: true,
      run: (call) => {
        const body = isRecord(call.body) ? call.body : {};
        const items: unknown = body[ads.key];
        const typed =
          Array.isArray(items) && type !== undefined
            ? items.map((item: unknown) => withType(item, type))
            : items;
        return ok(create({ ...call, account: call.account, body: { ...body, [ads.key]: typed } }, ads), 207);
      },
    },
  ]),
);

function withType(item: unknown, type: string): unknown {
  if (!isRecord(item) || !isRecord(item["creative"])) return item;
  return { ...item, creative: { ...item["creative"], type } };
}

const { "POST /sb/v4/ads": _plain, ...adOperations } = resourceOperations(ads);

/** Sponsored Brands, version 4. */
export const sponsoredBrands: Operations = {
  ...resourceOperations(campaigns),
  ...resourceOperations(adGroups),
  ...adOperations,
  ...creations,
};
