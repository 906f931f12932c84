import { computed, onMounted, onUnmounted, ref, shallowRef, watch } from "vue";
import { catalogueOf, type PlayCatalogue } from "../../../playground/catalogue.ts";
import { playables } from "../../../playground/index.ts";
import { exampleFor, type Opened, type Playable } from "../../../playground/playable.ts";
import { readJson, run, type Outcome } from "../../../playground/run.ts";

/** The action that the reader has chosen. */
export interface Chosen {
  connector: string;
  playable: Playable;
  catalogue: PlayCatalogue;
  entity: string;
  action: string;
}

/** The connectors on their sandboxes, until the reader leaves the site. */
const opened = new Map<string, Opened>();

/** Returns what the playground shows, and what its fields and buttons do. */
export function usePlayground() {
  const connector = ref("");
  const chosen = shallowRef<Chosen>();
  const text = ref("");
  /** The params, as they were when the text was JSON. */
  const params = shallowRef<unknown>();
  const outcome = shallowRef<Outcome>();
  const isBusy = ref(false);
  const about = computed(() => {
    const { catalogue, entity, action } = chosen.value!;
    return catalogue.entities[entity]![action]!;
  });

  watch(text, () => {
    const read = readJson(text.value);
    if ("params" in read) params.value = read.params;
  });

  async function choose(name: string, entity?: string, action?: string): Promise<void> {
    outcome.value = undefined;
    if (chosen.value?.connector === name)
      return show({ ...chosen.value, ...chosen.value.catalogue.find(entity, action) });
    connector.value = name;
    chosen.value = undefined;
    const { title, load } = playables[name]!;
    try {
      const { playable } = await load();
      const catalogue = await catalogueOf(playable);
      // The reader can have chosen another connector meanwhile.
      if (connector.value === name)
        show({ connector: name, playable, catalogue, ...catalogue.find(entity, action) });
    } catch (error) {
      const summary = `The connector of ${title} was not loaded. Load the page again.\n${String(error)}`;
      outcome.value = { failed: true, summary };
    }
  }

  function show(next: Chosen): void {
    const name = `${next.entity}.${next.action}`;
    chosen.value = next;
    text.value = JSON.stringify(exampleFor(next.playable, name, about.value), null, 2);
    history.replaceState(history.state, "", `#${next.connector}.${name}`);
  }

  async function runCall(): Promise<void> {
    if (isBusy.value) return;
    const call = chosen.value!;
    if (!opened.has(call.connector)) opened.set(call.connector, call.playable.open());
    isBusy.value = true;
    const result = await run(opened.get(call.connector)!, call.entity, call.action, text.value);
    isBusy.value = false;
    if (chosen.value === call) outcome.value = result;
  }

  function reset(): void {
    opened.delete(connector.value);
    outcome.value = { failed: false, summary: "The sandbox is new. Earlier calls have left nothing in it." };
  }

  /** Follows an address such as `/playground#slack.channels.list`. */
  function followAddress(): void {
    const [, name = "", entity, action] = /^#([\w-]+)(?:\.(\w+)\.(\w+))?$/.exec(location.hash) ?? [];
    if (Object.hasOwn(playables, name)) void choose(name, entity, action);
  }
  onMounted(() => {
    followAddress();
    addEventListener("hashchange", followAddress);
  });
  onUnmounted(() => removeEventListener("hashchange", followAddress));

  return { connector, chosen, about, text, params, outcome, isBusy, choose, runCall, reset };
}
