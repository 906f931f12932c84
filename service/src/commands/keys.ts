import { ConnectorError } from "agent-connectors";
import { openKeyRing, writeSecret } from "../credentials/keyfile.ts";
import { newKeyId, newKeys, type KeyRingJson } from "../credentials/keyring.ts";
import { openPlace, type OpenStore } from "../operations/open-store.ts";
import { createSealer } from "../credentials/seal.ts";
import type { Settings } from "../operations/settings.ts";
import { dropKeyCheck } from "../operations/first-start.ts";
import { rewrapAll, rowsOfKey } from "../store/rewrap.ts";
import { readFileSync } from "node:fs";
import { print, word } from "./print.ts";

/** The key ring's life: a key is added, made active, all is sealed with it, and the old one goes. */
export async function keys(words: readonly string[], settings: Settings): Promise<void> {
  const [what = "list", id] = words;
  const opened = await openPlace(settings);
  try {
    await (Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : unknownAction(what))(
      opened,
      settings,
      id,
    );
  } finally {
    await opened.close();
  }
}

const actions = {
  async list({ keys: ring, store }: OpenStore) {
    for (const id of ring.ids)
      print(`${id}${id === ring.active ? " (active)" : ""}: ${await rowsOfKey(store.db, id)} records`);
  },
  async rotate(opened: OpenStore, settings: Settings) {
    const id = change(opened, settings, (ring) => {
      const [id, key] = newKey();
      ring.keys[id] = key;
      ring.active = id;
      return id;
    });
    print(`${id} is the active key from the next start on. Then run: keys rewrap`);
  },
  async add(opened: OpenStore, settings: Settings) {
    const id = change(opened, settings, (ring) => {
      const [id, key] = newKey();
      ring.keys[id] = key;
      return id;
    });
    print(`Added ${id}. Give the ring to every replica, then run: keys activate ${id}`);
  },
  async activate(opened: OpenStore, settings: Settings, id = "") {
    change(opened, settings, (ring) => {
      if (!Object.hasOwn(ring.keys, id)) throw unknownKey(id);
      ring.active = id;
      return id;
    });
    print(`${id} is the active key from the next start on. Then run: keys rewrap`);
  },
  async rewrap({ store, keys: ring }: OpenStore) {
    print(`${await rewrapAll(store.db, createSealer(ring))} records are sealed with ${ring.active} now.`);
  },
  async retire(opened: OpenStore, settings: Settings, id = "") {
    const rows = await rowsOfKey(opened.store.db, id);
    if (rows > 0)
      throw new ConnectorError("config_error", `${rows} records are sealed with ${id.slice(0, 32)}.`, {
        hint: "Run: keys rewrap. Answers kept for idempotency keys are deleted after a day.",
      });
    change(opened, settings, (ring) => {
      if (!Object.hasOwn(ring.keys, id)) throw unknownKey(id);
      if (ring.active === id)
        throw new ConnectorError("config_error", "The active key cannot be retired.", {
          hint: "Run: keys rotate",
        });
      delete ring.keys[id];
      return id;
    });
    await dropKeyCheck(opened.store.db, id);
    print(`${id} is retired. Tokens that it signed are not taken any more.`);
  },
};

function unknownAction(what: string): never {
  throw new ConnectorError("config_error", `There is no command "keys ${what.slice(0, 40)}".`, {
    hint: `There are: ${Object.keys(actions).join(", ")}.`,
  });
}
const unknownKey = (id: string) =>
  new ConnectorError(
    "config_error",
    `The key ring has no key "${word([id], 0, "The key's id").slice(0, 32)}".`,
  );

const newKey = (): [id: string, key: string] => {
  const { active, keys: made } = newKeys();
  return [newKeyId(), made[active]!];
};

function change(
  { keyFile }: OpenStore,
  { masterKeys }: Settings,
  edit: (ring: KeyRingJson) => string,
): string {
  if (masterKeys)
    throw new ConnectorError("config_error", "The key ring comes from the environment.", {
      hint: "Change AGENT_CONNECTORS_MASTER_KEYS where it is kept, or use a key file.",
    });
  // Judged before it is read as JSON: mode and form are as they must be.
  openKeyRing({ file: keyFile, create: false });
  const ring = JSON.parse(readFileSync(keyFile, "utf8")) as KeyRingJson;
  const id = edit(ring);
  writeSecret(keyFile, `${JSON.stringify(ring, null, 2)}\n`, { replace: true });
  return id;
}
