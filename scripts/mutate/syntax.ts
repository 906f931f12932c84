/** A node of the syntax tree (ESTree with TypeScript's nodes). */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";

export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};

export const children = (node: Node, field: string): Node[] => {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Returns the children that can contain code. Plain keys and names after a dot are not code. */
export const codeIn = (node: Node): Node[] =>
  Object.keys(node).flatMap((field) => {
    if ((field === "key" || field === "property" || field === "label") && node.computed !== true) return [];
    return [...children(node, field), ...[child(node, field)].flatMap((inner) => inner ?? [])];
  });

/** Returns the name that a node gives to the code inside it, such as the name of a function. */
export function nameOf(node: Node, within: string): string | undefined {
  const name = child(node, "id") ?? child(node, "key");
  const value = child(node, "init") ?? child(node, "value");
  const isFunction = value !== undefined && /Function/.test(value.type);
  if (name?.type !== "Identifier" && name?.type !== "PrivateIdentifier") return undefined;
  if (/^(FunctionDeclaration|MethodDefinition)$/.test(node.type)) return String(name.name);
  if (/^(VariableDeclarator|PropertyDefinition|Property)$/.test(node.type))
    return isFunction || within === "module" ? String(name.name) : undefined;
  return undefined;
}

const comparing = new Set(["<", "<=", ">", ">=", "==", "!=", "===", "!==", "in", "instanceof"]);

/** Returns whether the operators of the expression show that its value is always a boolean. */
export function isBoolean(node: Node): boolean {
  if (node.type === "BinaryExpression") return comparing.has(String(node.operator));
  if (node.type === "UnaryExpression") return node.operator === "!";
  const [left, right] = [child(node, "left"), child(node, "right")];
  return (
    node.type === "LogicalExpression" &&
    node.operator !== "??" &&
    [left, right].every((part) => part && isBoolean(part))
  );
}

/** Returns whether a node is part of a condition, `&&`, `||` or `!`. Such a node already has mutants. */
export function isInCondition(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false;
  if (parent.type === "LogicalExpression") return parent.operator !== "??";
  if (parent.type === "UnaryExpression") return parent.operator === "!";
  return parent.test === node;
}

/**
 * Returns the code that replaces a removed call: the receiver of a method, or the first argument of a function.
 * Returns undefined if the node is not a call that can be removed.
 */
export function withoutCall(
  node: Node,
  parent: Node | undefined,
  text: (node: Node) => string,
): string | undefined {
  const call = node.type === "ChainExpression" ? child(node, "expression") : node;
  // A part of an optional chain cannot be replaced alone. Only the whole chain can be replaced.
  if (call?.type !== "CallExpression" || (call === node && parent?.type === "ChainExpression"))
    return undefined;
  if (call === node && isOptional(call)) return undefined;
  const callee = child(call, "callee");
  if (!callee || callee.type === "Super") return undefined;
  const receiver = callee.type === "MemberExpression" ? child(callee, "object") : undefined;
  const isNamespace = receiver?.type === "Identifier" && /^[A-Z]/.test(String(receiver.name));
  if (receiver && !isNamespace && receiver.type !== "Super") return text(receiver);
  const [first] = children(call, "arguments");
  return first && first.type !== "SpreadElement" ? text(first) : "undefined";
}

function isOptional(node: Node): boolean {
  if (node.optional === true) return true;
  const inner =
    child(node, "callee") ??
    child(node, "object") ??
    (node.type === "TSNonNullExpression" ? child(node, "expression") : undefined);
  return inner !== undefined && isOptional(inner);
}
