import type { CompiledQuery } from "kysely";
import type { Db } from "./store.ts";

/** Stands for the value of a parameter in a query that is compiled before its values are known. */
interface Placeholder {
  placeholder: string;
}

/**
 * Returns a function that returns a query whose SQL text is compiled only once for each kind of store. To compile a large
 * query takes longer than to run it.
 * @param names the names of the parameters
 * @param build builds the query. It must not decide anything by the values of the parameters
 */
export function compileOnce<Params extends object, Row>(
  names: readonly (keyof Params & string)[],
  build: (db: Db, params: Params) => { compile(): CompiledQuery<Row> },
): (db: Db, params: Params) => CompiledQuery<Row> {
  const placeholders = Object.fromEntries(
    names.map((placeholder) => [placeholder, { placeholder }]),
  ) as unknown as Params;
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, params) => {
    // A store and its transactions have the same adapter.
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) compiled.set(adapter, (query = build(db, placeholders).compile()));
    const parameters = (query.parameters as readonly Placeholder[]).map(
      ({ placeholder }) => params[placeholder as keyof Params],
    );
    return { ...query, parameters };
  };
}

/** Returns a function that runs a query of `compileOnce`. */
export function compiledOnce<Params extends object, Row>(
  ...query: Parameters<typeof compileOnce<Params, Row>>
): (db: Db, params: Params) => Promise<Row[]> {
  const compile = compileOnce(...query);
  return async (db, params) => (await db.executeQuery<Row>(compile(db, params))).rows;
}
