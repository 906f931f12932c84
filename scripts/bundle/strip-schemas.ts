import { parseAst } from "rolldown/parseAst";
import { child, children, codeIn, type Node } from "../mutate/syntax.ts";

/** The arguments of these functions contain the schemas of an action or a record. */
const makers = new Set(["action", "listAction", "resource"]);
const schemaNames = new Set(["params", "result", "record"]);

/**
 * Replaces schemas with spaces, so that all other code keeps its position. A schema is the property `params`, `result`
 * or `record` in an argument of `action`, `listAction` or `resource`. In other places, the property is a schema if its
 * value is a function with the parameter `z`.
 */
export function stripSchemas(code: string, file: string): string {
  const removed: [start: number, end: number][] = [];
  const visit = (node: Node, isArgument: boolean): void => {
    if (node.type === "ObjectExpression") {
      const properties = children(node, "properties");
      for (const [index, property] of properties.entries())
        if (isSchema(property, isArgument))
          removed.push([property.start, properties[index + 1]?.start ?? node.end - 1]);
    }
    const isMaker = node.type === "CallExpression" && makers.has(String(child(node, "callee")?.name));
    const given = isMaker ? children(node, "arguments") : [];
    for (const inner of codeIn(node)) visit(inner, given.includes(inner));
  };
  visit(parseAst(code, { lang: "ts", sourceType: "module" }, file) as unknown as Node, false);
  return removed.reduceRight(
    (text, [start, end]) =>
      text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end),
    code,
  );
}

function isSchema(property: Node, isArgument: boolean): boolean {
  if (property.type !== "Property" || !schemaNames.has(String(child(property, "key")?.name))) return false;
  if (isArgument) return true;
  const value = child(property, "value");
  return value?.type === "ArrowFunctionExpression" && children(value, "params")[0]?.name === "z";
}
