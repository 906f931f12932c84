import type { CompiledConnector } from "../../src/core/contract/compiled-connector.ts";

/**
 * Returns a program that compiles only if the published types of a connector's actions say the same as the inferred
 * ones. `path`: the published path of the connector.
 */
export const sameTypes = (path: string, entities: string, { actions }: CompiledConnector): string => `
import type { Action } from "agent-connectors/toolkit";
import type { ${entities} as Published } from "agent-connectors/${path}";
import type * as entities from "../inferred/node_modules/agent-connectors/dist/src/connectors/${path}/entities/index.js";
type Inferred = typeof entities;
type Readonlys<T> = T extends ArrayBuffer | Blob | Uint8Array ? T
  : T extends readonly unknown[] ? { readonly [K in keyof T]: Readonlys<T[K]> }
  : T extends object ? { [K in keyof T]: Readonlys<T[K]> } : T;
type Input<A> = A extends Action<infer I> ? I : never;
type Data<A> = A extends Action<unknown, infer D> ? D : never;
type Paginated<A> = A extends { paginated: infer P } ? P : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : ["more", B]) : ["less", A];
// A published list accepts only the control params that its platform has, and readonly lists. A published type can need
// one of several params.
type Names<I> = I extends unknown ? Exclude<keyof I, "limit" | "cursor"> : never;
type SameParams<P, I> = [P] extends [Readonlys<I>] ? Same<Names<P>, Names<I>> : ["less", P];
type Compared<E extends keyof Published & keyof Inferred, A extends keyof Published[E] & keyof Inferred[E]> = [
  SameParams<Input<Published[E][A]>, Input<Inferred[E][A]>>,
  Same<Data<Published[E][A]>, Data<Inferred[E][A]>>,
  Same<Paginated<Published[E][A]>, Paginated<Inferred[E][A]>>,
];
export const sameEntities: Same<keyof Published, keyof Inferred> = true;
${Object.entries(actions)
  .flatMap(([entity, all]) => Object.keys(all).map((action) => [entity, action]))
  .map(([entity, action]) => `export const ${entity}_${action}: [true, true, true] = null! as Compared<"${entity}", "${action}">;`)
  .join("\n")}
`; // prettier-ignore
