import { plainText } from "../content/rich-text.ts";
import { list } from "../http/paging.ts";
import { readObject, readOneOf, readText } from "../http/read-fields.ts";
import type { Operations } from "../operation.ts";
import { dataSourceView, pageView } from "../records/page.ts";
import { around, isVisible } from "../world.ts";
import type { DataSource, Page } from "../world-types.ts";

export const search: Operations = {
  // Compares titles. https://developers.notion.com/reference/post-search
  "POST /v1/search": {
    needs: "read content",
    run: ({ world, body }) => {
      readObject(body, "body", ["query", "filter", "sort", "start_cursor", "page_size"]);
      const words = body.query === undefined ? "" : readText(body.query, "body.query").toLowerCase();
      const kind = body.filter === undefined ? undefined : readKind(body.filter);
      const newestFirst = body.sort === undefined || readSort(body.sort) === "descending";
      const found = [...world.things.values()]
        .filter((one): one is Page | DataSource => one.kind === "page" || one.kind === "data_source")
        .filter((one) => kind === undefined || one.kind === kind)
        .filter((one) => plainText(one.title).toLowerCase().includes(words))
        .filter((one) => isVisible(world, one) && !around(world, one).some(({ in_trash }) => in_trash))
        .toSorted((a, b) => (newestFirst ? b.edited - a.edited : a.edited - b.edited));
      const views = found.map((one) =>
        one.kind === "page" ? pageView(world, one) : dataSourceView(world, one),
      );
      return list(views, body, "body", "page_or_data_source");
    },
  },
};

function readKind(value: unknown): "page" | "data_source" {
  const { property, value: kind } = readObject(value, "body.filter", ["property", "value"]);
  readOneOf(property, "body.filter.property", ["object"]);
  return readOneOf(kind, "body.filter.value", ["page", "data_source"]);
}

function readSort(value: unknown): "ascending" | "descending" {
  const { timestamp, direction } = readObject(value, "body.sort", ["timestamp", "direction"]);
  readOneOf(timestamp, "body.sort.timestamp", ["last_edited_time"]);
  return readOneOf(direction, "body.sort.direction", ["ascending", "descending"]);
}
