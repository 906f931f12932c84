import type { Answer, Driver } from "../helpers.ts";

/** How to get each documented answer of each method. Several scenes of a method are its several examples. */
export type Scenes = Record<string, Record<string, Scene>>;
export type Scene = (driver: Driver) => Promise<Answer>;

/** The example that most methods give of an error: a token that is none. */
export const unknownToken =
  (method: string): Scene =>
  ({ call }) =>
    call(method, {}, "xoxb-unknown");
