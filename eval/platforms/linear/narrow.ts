import {
  type ArgumentNode,
  type ASTNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isCompositeType,
  Kind,
  parse,
  parseType,
  print,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from "graphql";

type Dict = Record<string, unknown>;

export interface GraphqlCall {
  query: string;
  variables: Dict;
}

/**
 * Leaves out of a request what an emulator does not know: fields, arguments and variables. The emulator has a tenth of
 * Linear's schema. The rest of the request is not changed, except for the filters, which the emulator writes without
 * the names of fields: `team: { eq }` instead of `team: { id: { eq } }`.
 */
export function narrow({ query, variables }: GraphqlCall, schema: GraphQLSchema): GraphqlCall {
  const types = new Map<string, string>();
  const info = new TypeInfo(schema);
  const known = visit(
    parse(query),
    visitWithTypeInfo(info, {
      Field: {
        enter: () => (info.getFieldDef() ? undefined : null),
        // An object without fields cannot be selected.
        leave: (node) => (isCompositeType(getNamedType(info.getType())) && !node.selectionSet?.selections.length ? null : undefined), // prettier-ignore
      },
      Argument(node: ArgumentNode) {
        const argument = info.getArgument();
        if (!argument) return null;
        if (node.value.kind === Kind.VARIABLE) types.set(node.value.name.value, String(argument.type));
        return undefined;
      },
    }),
  ) as ASTNode;
  const document = visit(known, {
    VariableDefinition(node: VariableDefinitionNode) {
      const type = types.get(node.variable.name.value);
      return type === undefined ? null : { ...node, type: parseType(type) };
    },
  }) as ASTNode;
  const given = Object.entries(variables).filter(([name]) => types.has(name));
  return {
    query: print(document),
    variables: Object.fromEntries(
      given.map(([name, value]) => [
        name,
        name === "filter" ? filterOf(value, schema.getType(types.get(name)!)) : value,
      ]),
    ),
  };
}

const comparators = new Set(["eq", "neq", "in", "nin", "eqIgnoreCase", "startsWithIgnoreCase", "null"]);
const isDict = (value: unknown): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value); // prettier-ignore

/** Joins the comparators of all fields of a record. The emulator looks for a value in all of them. */
function filterOf(filter: unknown, type: GraphQLNamedType | undefined): unknown {
  if (!isDict(filter) || !isInputObjectType(type)) return filter;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([field]) => Object.hasOwn(fields, field))
      .map(([field, one]) => [
        field,
        Array.isArray(one) ? one.map((each) => filterOf(each, type)) : joined(one),
      ]),
  );
}

function joined(value: unknown): unknown {
  if (!isDict(value)) return value;
  const own = Object.entries(value);
  return own.every(([name]) => comparators.has(name)) ? value : Object.assign({}, ...own.map(([, inner]) => joined(inner))) as Dict; // prettier-ignore
}
