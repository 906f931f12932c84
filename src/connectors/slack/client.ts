import type { Client, ClientOptions } from "../../core/client.ts";
import { stringAt, type Dict } from "../../core/json.ts";
import { enrichMessages } from "./enrich.ts";
import { connectSlack } from "./http.ts";
import { createDirectory } from "./resolve-names.ts";

/** Milliseconds that what only adorns a result may take. */
const patience = 3000;

/** A connection to a workspace: Slack's wire, and what is remembered of the workspace between two calls. */
export function connectWorkspace(token: string, options: ClientOptions): Client {
  const wire = connectSlack(token, options);

  const send: Client["send"] = async (operation, args, sendOptions) => {
    const reply = await wire.send(operation, args, sendOptions);
    directory.learn(operation, reply.body);
    return reply;
  };

  /** A read beside a call, which ends in time whatever happens. */
  const look = async (operation: string, args: Dict): Promise<unknown> => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), patience);
    try {
      return (await send(operation, args, { repeatable: true, signal: stop.signal })).body;
    } finally {
      clearTimeout(timer);
    }
  };
  const directory = createDirectory(look, options.clock);

  let address: Promise<string | undefined> | undefined;
  const workspace = (): Promise<string | undefined> => {
    address ??= look("auth.test", {}).then(
      (body) => stringAt(body, "url"),
      () => (address = undefined),
    );
    return address;
  };

  return {
    ...wire,
    send,
    enrich: (result, params, signal) => enrichMessages(result, params, { directory, workspace }, signal),
  };
}
