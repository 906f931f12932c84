// Compares requests with a Google Discovery document. Shares no code with the importer, because no test would notice a
// mistake in shared code. https://developers.google.com/discovery/v1/reference/apis

type Dict = Record<string, unknown>;

export interface SeenRequest {
  method: string;
  /** The path as it was sent. */
  path: string;
  query: readonly (readonly [string, string])[];
  body: unknown;
}

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  readOnly?: boolean;
}
interface Param extends Schema {
  location: "path" | "query";
  required?: boolean;
  repeated?: boolean;
}
interface Method {
  id: string;
  response?: Schema;
  httpMethod: string;
  path: string;
  flatPath?: string;
  parameters?: Record<string, Param>;
  request?: Schema;
}
interface Resource {
  methods?: Record<string, Method>;
  resources?: Record<string, Resource>;
}
export interface Document extends Resource {
  servicePath: string;
  schemas: Record<string, Schema>;
}

const methodsIn = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsIn),
];

/** Returns what the document does not say about the pages of a list. */
export function pageFaults(document: Document, id: string, { cursor, next, limit }: Record<string, unknown>, pick: unknown): string[] {
  const { parameters = {}, response } = methodsIn(document).find((one) => one.id === id)!;
  const fields = document.schemas[response!.$ref!]!.properties!;
  return [
    ...[cursor, limit].filter((name) => parameters[String(name)]?.location !== "query").map((name) => `There is no param ${String(name)}.`),
    ...(fields[String(next)]?.type === "string" ? [] : [`The response has no ${String(next)}.`]),
    ...(fields[String(pick)]?.type === "array" ? [] : [`The response has no list ${String(pick)}.`]),
  ];
} // prettier-ignore

/** Returns a function that names the method of a request and what the document does not allow. */
export function requestChecker(document: Document) {
  const methods = methodsIn(document).map((method) => {
    const parts = `/${document.servicePath}${method.flatPath ?? method.path}`.split(/\{\+?(\w+)\}/);
    const pattern = parts.map((part, index) => (index % 2 ? "([^/]+)" : part.replace(/[.:]/g, String.raw`\$&`)));
    return { method, names: parts.filter((_, index) => index % 2), pattern: new RegExp(`^${pattern.join("")}$`) };
  }); // prettier-ignore

  function typeFault(schema: Schema, value: unknown, path: string, isPatch = false): string[] {
    // In a change of some fields, null takes a field away.
    if (value === null && isPatch) return [];
    const { type, $ref, items, properties, additionalProperties, enum: values } = $refless(schema);
    const wrong = [`${path} is ${JSON.stringify(value)}, and not ${type ?? $ref}`];
    if (type === "object") {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong;
      return Object.entries(value).flatMap(([name, one]) => {
        const field = properties?.[name] ?? additionalProperties;
        return field
          ? typeFault(field, one, `${path}.${name}`, isPatch)
          : [`${path}.${name} is not in the document`];
      });
    }
    if (type === "array")
      return Array.isArray(value) ? value.flatMap((one, index) => typeFault(items!, one, `${path}[${index}]`)) : wrong; // prettier-ignore
    if (type === "string")
      return typeof value !== "string" || (values && !values.includes(value)) ? wrong : [];
    if (type === "integer") return Number.isInteger(value) ? [] : wrong;
    if (type === "number" || type === "boolean") return typeof value === type ? [] : wrong;
    return type === "any" ? [] : wrong;
  }
  const $refless = (schema: Schema): Schema => (schema.$ref === undefined ? schema : document.schemas[schema.$ref]!); // prettier-ignore

  return ({ method, path, query, body }: SeenRequest): { id: string; faults: string[] } => {
    const fit = methods.filter((one) => one.method.httpMethod === method && one.pattern.test(path));
    // A fixed part of a path is a better match than a name in braces.
    const [found] = fit.toSorted((one, other) => one.names.length - other.names.length);
    if (!found) return { id: "none", faults: [`No method has ${method} ${path}.`] };
    const { parameters = {}, request, id } = found.method;
    const faults = query.flatMap(([name, value]) => {
      const param = parameters[name];
      if (param?.location !== "query") return [`The query param ${name} is not in the document.`];
      const given = param.type === "boolean" ? value === "true" || (value === "false" ? false : value) : param.type === "integer" ? Number(value) : value; // prettier-ignore
      return typeFault({ ...param }, given, name);
    });
    const counts = Map.groupBy(query, ([name]) => name);
    for (const [name, all] of counts)
      if (all.length > 1 && parameters[name]?.repeated !== true) faults.push(`${name} is there twice.`);
    for (const [name, param] of Object.entries(parameters))
      if (param.required && param.location === "query" && !counts.has(name)) faults.push(`${name} is missing.`); // prettier-ignore
    if (request && body !== undefined) faults.push(...typeFault(request, body, "body", method === "PATCH"));
    if (!request && body !== undefined && Object.keys(body as Dict).length > 0) faults.push("A body is not in the document."); // prettier-ignore
    return { id, faults };
  };
}
