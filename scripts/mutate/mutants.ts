import { parseAst } from "vitest/node";
import {
  type Node,
  child,
  children,
  codeIn,
  isBoolean,
  isInCondition,
  nameOf,
  withoutCall,
} from "./syntax.ts";

export const operators = ["boundary", "conditional", "logical", "literal", "removal"] as const;
export type Operator = (typeof operators)[number];

/** A source with one small change at one place. */
export interface Mutant {
  operator: Operator;
  kind: "expression" | "statement";
  start: number;
  end: number;
  /** The function or constant around the place. */
  within: string;
  before: string;
  after: string;
}

export interface Range {
  start: number;
  end: number;
}

const bounds: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const loops = /^(While|DoWhile|For|ForOf|ForIn)Statement$/;
const assertions = /^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation)/;

/** Finds all mutants of a source. Also finds the bodies of loops, because a mutant can loop forever. */
export function mutantsOf(source: string): { mutants: Mutant[]; loopBodies: Range[] } {
  const mutants: Mutant[] = [];
  const loopBodies: Range[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  // Calls that are whole statements. A statement is removed with its call, so the call needs no second mutant.
  const bare = new Set<Node>();

  function visit(node: Node, parent: Node | undefined, within: string): void {
    const add = (operator: Operator, place: Node, after: string, kind: Mutant["kind"] = "expression") => {
      const { start, end } = place;
      const known = mutants.some(
        (mutant) => mutant.start === start && mutant.end === end && mutant.after === after,
      );
      if (text(place) !== after && !known)
        mutants.push({ operator, kind, start, end, within, before: text(place), after });
    };
    const force = (place: Node, values: readonly boolean[]) => {
      if (typeof place.value !== "boolean")
        for (const value of values) add("conditional", place, String(value));
    };

    if (node.type.startsWith("TS") && !assertions.test(node.type)) return;
    if (/^(Import|ExportAll)Declaration$/.test(node.type)) return;
    if (node.type === "ExpressionStatement" && typeof node.directive === "string") return;

    const [left, right, body] = [child(node, "left"), child(node, "right"), child(node, "body")];
    const [test, argument] = [child(node, "test"), child(node, "argument")];
    const operator = String(node.operator);
    switch (node.type) {
      case "Literal":
        for (const [kind, after] of otherLiterals(node)) add(kind, node, after);
        break;
      case "TemplateLiteral":
        if (parent?.type !== "TaggedTemplateExpression") add("literal", node, '""');
        break;
      case "ArrayExpression":
        add("literal", node, children(node, "elements").length === 0 ? '["mutant"]' : "[]");
        break;
      case "ObjectExpression":
        add("literal", node, children(node, "properties").length === 0 ? "{ mutant: true }" : "{}");
        break;
      case "BinaryExpression":
        if (left && right && Object.hasOwn(bounds, operator))
          add("boundary", node, `${text(left)} ${bounds[operator]} ${text(right)}`);
        break;
      case "LogicalExpression":
        if (!left || !right) break;
        add("logical", node, `(${text(left)}) ${operator === "&&" ? "||" : "&&"} (${text(right)})`);
        if (operator !== "??") for (const part of [left, right]) force(part, [operator === "&&"]);
        break;
      case "AssignmentExpression":
        if (left && right && /^(&&|\|\||\?\?)=$/.test(operator))
          add("logical", node, `${text(left)} ${operator === "&&=" ? "||=" : "&&="} ${text(right)}`);
        break;
      case "UnaryExpression":
        if (operator === "!" && argument) add("logical", node, text(argument));
        break;
      case "ReturnStatement":
        if (argument) add("removal", argument, "undefined");
        break;
      case "ArrowFunctionExpression":
        if (body && body.type !== "BlockStatement") add("removal", body, "undefined");
        break;
      case "ExpressionStatement": {
        const whole = child(node, "expression");
        if (whole) for (const part of [whole, child(whole, "argument")]) if (part) bare.add(part);
        add("removal", node, "", "statement");
        break;
      }
      case "ThrowStatement":
      case "BreakStatement":
      case "ContinueStatement":
        add("removal", node, "", "statement");
        break;
      case "ForOfStatement":
      case "ForInStatement":
        if (parent?.type !== "LabeledStatement") add("removal", node, "", "statement");
        break;
    }
    if (test && node.type !== "SwitchCase") force(test, loops.test(node.type) ? [false] : [true, false]);
    if (body && loops.test(node.type)) loopBodies.push({ start: body.start, end: body.end });
    if (isBoolean(node) && !isInCondition(node, parent)) force(node, [true, false]);
    const withoutIt = bare.has(node) ? undefined : withoutCall(node, parent, text);
    if (withoutIt !== undefined) add("removal", node, withoutIt);

    for (const inner of codeIn(node)) visit(inner, node, nameOf(node, within) ?? within);
  }

  visit(parseAst(source, { lang: "ts" }) as unknown as Node, undefined, "module");
  return { mutants, loopBodies };
}

function otherLiterals({ value, raw, regex, bigint }: Node): [Operator, string][] {
  if (regex !== undefined) {
    const { pattern, flags } = regex as { pattern: string; flags: string };
    const others = ["(?!)", "(?:)", pattern.replace(/^\^/, ""), pattern.replace(/\$$/, "")];
    return others.filter((other) => other !== pattern).map((other) => ["literal", `/${other}/${flags}`]);
  }
  if (typeof value === "number" || typeof bigint === "string") {
    const n = typeof bigint === "string" ? "n" : "";
    const offByOne: [Operator, string][] = [["boundary", `${String(raw)} + 1${n}`]];
    if (value !== 0 && bigint !== "0") offByOne.push(["boundary", `${String(raw)} - 1${n}`]);
    return [...offByOne, ["literal", `${String(raw)} * 2${n} + 10${n}`]];
  }
  if (typeof value === "string") return [["literal", value === "" ? '"mutant"' : '""']];
  return typeof value === "boolean" ? [["literal", String(!value)]] : [];
}
