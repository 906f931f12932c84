import type { ResolvedCall } from "../contract/tool.ts";
import { hashOf } from "../ground/hash.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";

export const callDigest = (tool: string, { entity, action, params }: ResolvedCall): Promise<string> =>
  hashOf(canonicalJson([tool, entity, action, params]));

/** Returns a hash, so that the id does not reveal the scope. */
export const recordId = (scope: string, callId: string): Promise<string> =>
  hashOf(JSON.stringify([scope, callId]));
