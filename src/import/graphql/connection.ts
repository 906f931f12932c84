import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  isCompositeType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { Paging } from "../../core/contract/wire/paging.ts";

export type RootField = GraphQLField<unknown, unknown>;

/** A page of records: an object with `nodes` or `edges`, and `pageInfo`. */
export interface Connection {
  /** The field with the records. The records of `edges` are in the field `node`. */
  list: "nodes" | "edges";
  record: GraphQLNamedOutputType;
  hasPages: boolean;
}

export const isUsable = (field: RootField): boolean =>
  isPublic(field) && !field.args.some(isRequiredArgument) && !unsafeNames.has(field.name);

/** Returns whether the platform wants others to use a field: it is not deprecated and not marked as internal. */
export const isPublic = ({ deprecationReason, description }: Described): boolean =>
  deprecationReason == null && !/^\W{0,3}(internal|deprecated)\b\W/i.test(description?.slice(0, 20) ?? "");

interface Described {
  deprecationReason?: string | null | undefined;
  description?: string | null | undefined;
}

/** Names that every object has cannot be the names of fields in a connector file. */
export const unsafeNames = new Set(["__proto__", "constructor", "prototype"]);

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

export function connectionOf(type: GraphQLNamedOutputType): Connection | undefined {
  if (!isObjectType(type)) return undefined;
  const fields = type.getFields();
  const { pageInfo, nodes, edges } = fields;
  if (!pageInfo) return undefined;
  const page = getNamedType(pageInfo.type);
  const pageFields = isObjectType(page) ? page.getFields() : {};
  const hasPages = Boolean(pageFields.endCursor && pageFields.hasNextPage);
  if (nodes && isUsable(nodes) && isList(nodes.type) && isCompositeType(getNamedType(nodes.type)))
    return { list: "nodes", record: getNamedType(nodes.type), hasPages };
  const edge = edges && isUsable(edges) && isList(edges.type) ? getNamedType(edges.type) : undefined;
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  if (!node || !isUsable(node) || !isCompositeType(getNamedType(node.type))) return undefined;
  return { list: "edges", record: getNamedType(node.type), hasPages };
}

/** The names of arguments for the size and the position of a page, where pages have no cursor. */
const numbered: readonly (readonly [string, string, "offset" | "page"])[] = [
  ["limit", "offset", "offset"],
  ["first", "skip", "offset"],
  ["take", "skip", "offset"],
  ["limit", "page", "page"],
  ["perPage", "page", "page"],
  ["pageSize", "page", "page"],
];

/**
 * Returns how a list is read page by page, and the arguments that are not needed for it. `connection` is undefined for
 * a plain list.
 */
export function pagingOf(
  field: RootField,
  connection: Connection | undefined,
): { paging: Paging; unused: readonly string[] } | undefined {
  const argument = (name: string) => field.args.find((one) => one.name === name);
  const path = `data.${field.name}`;
  if (connection) {
    if (!connection.hasPages || !argument("after") || !argument("first")) return undefined;
    const pages = {
      cursor: "after",
      next: `${path}.pageInfo.endCursor`,
      more: `${path}.pageInfo.hasNextPage`,
    };
    return {
      paging: { kind: "cursor", ...pages, limit: "first", ...sizesOf(argument("first")?.description) },
      unused: ["last", "before"],
    };
  }
  const found = numbered.find(([limit, cursor]) => argument(limit) && argument(cursor));
  if (!found) return undefined;
  const [limit, cursor, kind] = found;
  return { paging: { kind, cursor, limit, ...sizesOf(argument(limit)?.description) }, unused: [] };
}

/** 50 records of 20 objects stay below the cost limits of Linear, GitHub and Shopify. */
const usualSizes = { default: 50, max: 100 };

function sizesOf(description: string | null | undefined): { default: number; max: number } {
  const text = (description ?? "").slice(0, 1000).replaceAll(",", "");
  const most = Number(/(?:maximum|max|at most|up to)\b[^.\d]{0,40}(\d+)/i.exec(text)?.[1] ?? usualSizes.max);
  const usual = Number(/defaults?\b[^.\d]{0,40}(\d+)/i.exec(text)?.[1] ?? usualSizes.default);
  const max = Math.max(1, Math.min(most, 1000));
  return { default: Math.max(1, Math.min(usual, max, 100)), max };
}
