import { ok } from "../http/responses.ts";
import type { Operation, Operations } from "../operation.ts";
import { isRecord } from "../http/wire-json.ts";
import { resourceOperations } from "../sponsored-products/operations.ts";
import { create } from "../sponsored-products/write.ts";
import { formats } from "./creatives.ts";
import { adGroups, ads, campaigns } from "./resources.ts";

/** Requests that create ads have a path for each ad format. The path decides the type of the creative. */
const creations = Object.fromEntries(
  Object.entries(formats).map(([format, { type }]): [string, Operation] => [
    `POST ${ads.path}/${format}`,
    {
      style: "message",
      consumes: [ads.media, "application/json"],
      produces: [ads.media],
      writes: true,
      run: (call) => {
        const body = isRecord(call.body) ? call.body : {};
        const items: unknown = body[ads.key];
        const typed = Array.isArray(items)
          ? items.map((item: unknown) => withFormat(item, format, type))
          : items;
        return ok(create({ ...call, account: call.account, body: { ...body, [ads.key]: typed } }, ads), 207);
      },
    },
  ]),
);

function withFormat(item: unknown, format: string, type: string | undefined): unknown {
  if (!isRecord(item) || !isRecord(item["creative"])) return item;
  return { ...item, creative: { ...item["creative"], format, ...(type === undefined ? {} : { type }) } };
}

const { "POST /sb/v4/ads": _plain, ...adOperations } = resourceOperations(ads);

/** Version 4 of Sponsored Brands. */
export const sponsoredBrands: Operations = {
  ...resourceOperations(campaigns),
  ...resourceOperations(adGroups),
  ...adOperations,
  ...creations,
};
