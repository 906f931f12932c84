import type { JsonSchema } from "./action.ts";

/**
 * `list(channel, oldest?, inclusive?: bool)`: a type only where it is not a plain string. `…` stands for the
 * `rare` params, which are left to `describe`.
 */
export function signature(name: string, params: JsonSchema, rare: readonly string[] = []): string {
  const required = new Set(params.required);
  const properties = Object.entries(params.properties ?? {});
  const shown = properties.filter(([key]) => !rare.includes(key));
  const args = shown.map(([key, schema]) => {
    const type = shortType(schema);
    return `${key}${required.has(key) ? "" : "?"}${type === "string" ? "" : `: ${type}`}`;
  });
  if (shown.length < properties.length) args.push("…");
  return `${name}(${args.join(", ")})`;
}

function shortType(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.join("|");
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(shortType).join("|");
  switch (schema.type) {
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "array": {
      const item = schema.items ? shortType(schema.items) : "";
      return item.includes("|") ? `(${item})[]` : `${item}[]`;
    }
    case undefined:
      return "any";
    default:
      return String(schema.type);
  }
}

/** A type in words, for a message: `integer 1-999`, `one of public_channel, im`, `text of at most 250 characters`. */
export function describeType(schema: JsonSchema): string {
  if (schema.pattern && schema.description) return schema.description;
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(describeType).join(" or ");
  const range = (low: unknown, high: unknown) =>
    low !== undefined && high !== undefined
      ? ` ${low}-${high}`
      : low !== undefined
        ? ` of at least ${low}`
        : high !== undefined
          ? ` of at most ${high}`
          : "";
  switch (schema.type) {
    case "integer":
    case "number":
      return `${schema.type}${range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum)}`;
    case "boolean":
      return "true or false";
    case "array":
      return `array of ${schema.items ? describeType(schema.items) : "values"}${
        schema.maxItems !== undefined ? `, at most ${schema.maxItems}` : ""
      }`;
    case "string": {
      const length = schema.maxLength === undefined ? "" : ` of at most ${schema.maxLength} characters`;
      return `${schema.minLength ? "non-empty " : ""}string${length}`;
    }
    case undefined:
      return "a value";
    default:
      return String(schema.type);
  }
}
