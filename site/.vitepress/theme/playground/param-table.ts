import { h, type VNode } from "vue";
import type { JsonSchema } from "../../../../src/core/contract/json-schema.ts";
import { paramRows } from "../../../../src/core/schema/param-rows.ts";

/** Shows the params of an action as the reference does. */
export function paramTable(params: JsonSchema): VNode {
  const rows = paramRows(params).map(({ name, depth, required, type, byDefault, meaning }) =>
    h("tr", [
      h("td", ["\u2003".repeat(depth), h("code", name)]),
      h("td", required ? "yes" : ""),
      h("td", withCode(byDefault === "" ? type : `${type}. Default: \`${byDefault}\``)),
      h("td", withCode(meaning)),
    ]),
  );
  const heads = ["Param", "Needed", "Type and limits", "Meaning"].map((head) =>
    h("th", { scope: "col" }, head),
  );
  return h(
    "div",
    { class: "table", tabindex: 0 },
    h("table", [h("thead", h("tr", heads)), h("tbody", rows)]),
  );
}

/** Shows the parts of a text between backticks as code. */
export const withCode = (text: string) =>
  text.split("`").map((part, at) => (at % 2 === 1 ? h("code", part) : part));
