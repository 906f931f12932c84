import type { Answer, Driver } from "../helpers.ts";

/** For each method, the calls that return its documented examples. The inner key is the name of the example. */
export type Scenes = Record<string, Record<string, Scene>>;
export type Scene = (driver: Driver) => Promise<Answer>;

/** Returns the scene for the usual example of an error, which is an invalid token. */
export const unknownToken =
  (method: string): Scene =>
  ({ call }) =>
    call(method, {}, "xoxb-unknown");
