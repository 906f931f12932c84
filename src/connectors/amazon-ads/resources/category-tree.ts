import { parseBody } from "../../../core/ground/parse-json.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

export interface Category {
  id: string;
  name: string;
  /** The names of all parents and of the category, such as `/Sports & Outdoors/Tents`. */
  path: string;
  canBeTargeted: boolean;
}

/**
 * Reads the response to `GET /sp/targets/categories`. The tree is JSON inside a text. Each category has an id (`id`),
 * a name (`na`), a flag that says whether ads can target the category (`ta`) and its children (`ch`).
 * @throws ConnectorError `upstream_invalid_response` if the response contains no tree
 */
export function readCategoryTree(body: unknown): Category[] {
  const text = isDict(body) ? (body.categoryTree ?? body.CategoryTree) : undefined;
  const tree = typeof text === "string" ? parseBody(text) : text;
  if (!Array.isArray(tree))
    throw new ConnectorError("upstream_invalid_response", "Amazon's response contains no category tree.", {
      hint: "To find the categories of some products, call category_recommendations with their ASINs.",
    });
  const found: Category[] = [];
  const add = (nodes: readonly unknown[], parents: string): void => {
    for (const node of nodes.filter(isDict)) {
      const name = String(node.na ?? "");
      const path = `${parents}/${name}`;
      found.push({ id: String(node.id), name, path, canBeTargeted: node.ta === true });
      if (Array.isArray(node.ch)) add(node.ch, path);
    }
  };
  add(tree as Dict[], "");
  return found;
}
