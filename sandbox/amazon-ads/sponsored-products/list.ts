import { idFields } from "../id-fields.ts";
import { bodyOf, type Call } from "../operation.ts";
import { isRecord } from "../http/wire-json.ts";
import { pageOf } from "../http/paging.ts";
import type { Entity, Fields } from "../types.ts";
import { entitiesOf } from "../world.ts";
import { invalid } from "./read-fields.ts";
import type { FilterRule, Resource } from "./resource.ts";
import { wireEntity } from "./wire-entity.ts";

const LIST_STATES = ["ARCHIVED", "ENABLED", "ENABLING", "OTHER", "PAUSED", "PROPOSED", "USER_DELETED"];
/** Amazon does not document this limit. The value is the limit in the next version of the API. */
const MAX_RESULTS = 1000;

/** Returns a page of the entities that match all filters, as the response to `POST …/list`. */
export function list(call: Call, resource: Resource): Fields {
  const body = bodyOf(call);
  const own: Record<string, FilterRule> = {
    stateFilter: { oneOf: "state", values: resource.listStates ?? LIST_STATES },
    [resource.idFilter]: { ids: idFields[resource.collection], max: resource.maxIds ?? 1000 },
    ...resource.filters,
  };
  const extended = body["includeExtendedDataFields"] ?? false;
  if (typeof extended !== "boolean") throw invalid("$.includeExtendedDataFields", "expected a boolean");
  const passes = Object.entries(own)
    .filter(([name]) => body[name] !== undefined && body[name] !== null)
    .map(([name, rule]) => readFilter(call, name, rule, body[name]));
  const found = [...entitiesOf(call.account, resource.collection).values()].filter((entity) =>
    passes.every((pass) => pass(entity)),
  );
  const max = resource.pageSize ?? resource.maxPageSize ?? MAX_RESULTS;
  const page = pageOf(
    found,
    resource.pageSize === undefined ? body : { ...body, maxResults: undefined },
    max,
  );
  return {
    [resource.key]: page.items.map((entity) => wireEntity(call, resource, entity, extended)),
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
    [resource.totalKey ?? "totalResults"]: found.length,
  };
}

type Pass = (entity: Entity) => boolean;

export function readFilter(call: Call, name: string, rule: FilterRule, filter: unknown): Pass {
  const path = `$.${name}`;
  if ("ids" in rule) {
    const ids = texts(include(filter, path), `${path}.include`, rule.max ?? 1000);
    return ({ fields }) => ids.length === 0 || ids.includes(String(fields[rule.ids]));
  }
  if ("oneOf" in rule) {
    const given = rule.bare ? (rule.bare === "value" ? [filter] : filter) : include(filter, path);
    const values = texts(given, rule.bare ? path : `${path}.include`, 10);
    if (!values.every((value) => rule.values.includes(value)))
      throw invalid(rule.bare ? path : `${path}.include`, `expected values of [${rule.values.join(", ")}]`);
    return (entity) => values.length === 0 || values.includes(valueOf(call, entity, rule));
  }
  const words = texts(include(filter, path), `${path}.include`, 100).map((word) => word.toLowerCase());
  const match = isRecord(filter) ? (filter["queryTermMatchType"] ?? "BROAD_MATCH") : "BROAD_MATCH";
  if (match !== "BROAD_MATCH" && match !== "EXACT_MATCH")
    throw invalid(`${path}.queryTermMatchType`, "expected one of [BROAD_MATCH, EXACT_MATCH]");
  const matches = (text: string): boolean =>
    words.some((word) =>
      match === "EXACT_MATCH" ? text.toLowerCase() === word : text.toLowerCase().includes(word),
    );
  if (words.length === 0) return () => true;
  if ("text" in rule) return ({ fields }) => matches(String(fields[rule.text] ?? ""));
  return ({ fields }) =>
    ((fields["expression"] ?? []) as Fields[]).some(
      ({ type, value }) => String(type).startsWith("ASIN_") && matches(String(value ?? "")),
    );
}

function valueOf(call: Call, entity: Entity, rule: Extract<FilterRule, { oneOf: string }>): string {
  if (rule.oneOf === "state") return entity.state;
  const fields = rule.parent
    ? entitiesOf(call.account, "sp/campaigns").get(String(entity.fields["campaignId"]))?.fields
    : entity.fields;
  // A budget allocation other than MANUAL exists only in campaigns for several marketplaces, which the sandbox does not
  // have.
  return String(fields?.[rule.oneOf] ?? (rule.oneOf === "marketplaceBudgetAllocation" ? "MANUAL" : ""));
}

function include(filter: unknown, path: string): unknown {
  if (!isRecord(filter)) throw invalid(path, "expected an object");
  return filter["include"] ?? [];
}

function texts(value: unknown, path: string, max: number): string[] {
  if (!Array.isArray(value) || !value.every((each): each is string => typeof each === "string"))
    throw invalid(path, "expected an array of strings");
  if (value.length > max) throw invalid(path, `at most ${max} values are allowed`);
  return value;
}
