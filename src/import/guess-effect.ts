import type { Effect } from "../core/contract/effect.ts";
import { snakeCase } from "./names.ts";

/** Words that nearly always mean something that cannot be undone. They count anywhere in a name or a summary. */
const destructive = words(
  "delete remove destroy purge erase wipe truncate revoke terminate unpublish deactivate uninstall overwrite obliterate",
  "cancel anonymize anonymise deregister unregister unenroll decommission invalidate evict expel redact unmerge",
);

/** Words that are also nouns or harmless. They count only where the verb stands. */
const destructiveVerbs = words(
  "drop reset void expire merge unlink disconnect kick ban block leave rotate regenerate flush clear abandon abort kill",
  "detach discard reject decline deny dismiss withdraw unsubscribe suspend shutdown forget rollback revert force trash",
  "empty prune recycle refund quarantine demote dissolve disband replace finalize transfer close archive lock disable",
  "release consume",
);

/** What a description says of a change that takes something away. */
const losses = new RegExp(
  [
    /\b(?:replac|overwrit)(?:e|es|ing) (?:all|any|an? existing|the (?:existing|current|previous|entire|whole))\b/,
    /\b(?:previous|existing|current)\b[^.]{0,60}\b(?<!not )(?<!not be )(?:replaced|overwritten|overridden)\b/,
    /\b(?:is|are|be) (?:automatically |also |then )?(?:deleted|removed|lost|revoked|invalidated)\b/,
    /\bmerged into\b|\bfull replacement\b|\bpermanently\b|\birreversibl[ey]\b|\bcannot be (?:undone|reversed|recovered)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Words before the verb of a change to many records. */
const many = words("bulk batch mass multi");

/** A state that was saved replaces the present one. */
const restoring = words("restore recover");
const savedStates = words("snapshot snapshots backup backups checkpoint");

/** Verbs that start what a noun names. */
const startingVerbs = words("create execute initiate make send submit start confirm reverse");

/** Words for things that can raise costs, where the verb stands. */
const spendingVerbs = words(
  "pay charge purchase buy checkout capture topup subscribe order bid bill donate tip transfer upgrade renew provision",
);

/** Nouns of things that cost money, at the end of a path to which something is posted. */
const spendingNouns = words(
  "payment payments payout payouts charges purchases orders order subscription subscriptions bids budgets budget invoices",
  "transfer transfers checkout payment_intents paymentintents setup_intents credits topups",
);

/** Words that say that a subscription brings news. It costs nothing, unless another word speaks of money. */
const news = words(
  "notification notifications notify notified webhook webhooks hook hooks event events topic topics alert alerts updates",
  "feed feeds newsletter newsletters issue issues thread threads discussion discussions comments repository",
);
const money = words(
  "customer customers plan plans price prices pricing bill payment payments pay paid product products invoice invoices",
  "charge trial coupon fee fees cost costs seat seats sku license licenses purchase order checkout tier renew upgrade",
);

/** The last words of a path with which a POST request only reads. */
const readingPosts = words("search query _search lookup count preview validate find batch_get");

/** Verbs of names that change something, although the request is a GET. */
const changing = words(
  "create add update set send post insert start stop run trigger login logout approve accept submit publish close open",
  "enable disable join leave follow unfollow invite assign move rename share mark pin unpin upload confirm activate execute",
);

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}

export interface Operation {
  method: string;
  /** The operation's names, each beginning with its verb if it has one: `cancelOrder`. */
  names: readonly string[];
  /** The first sentence that describes the operation. */
  summary: string;
  /** The last fixed part of the path, such as `search`. */
  last?: string | undefined;
  /** The beginning of the description, which can say what gets lost. */
  text?: string | undefined;
  /** Whether the request replaces a whole record that the platform also lets read. */
  replaces?: boolean | undefined;
}

export interface GuessedEffect {
  effect: Effect;
  /** A sentence for a person, if words alone made the effect weaker than the method. */
  guess?: string;
}

/**
 * Guesses the effect of an operation from its method and its words. Words make an effect stronger. The only weaker
 * effect is that of a POST request whose path ends with a word such as `search`.
 */
export function guessEffect(operation: Operation): GuessedEffect {
  const { method, names, summary, last = "", text = "", replaces = false } = operation;
  const own = names.map((name) => withoutMany(snakeCase(name).split("_")));
  const said = wordsOf(summary);
  const end = snakeCase(last);
  const [verb = ""] = withoutMany(end.split("_"));
  const told = baseOf(/^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "");
  const verbs = [...own.map(([first = ""]) => first), end, verb, said[0] ?? "", told];
  const any = (list: readonly string[], set: ReadonlySet<string>) => list.some((word) => set.has(word));
  if (method === "DELETE") return { effect: "destructive" };
  if (method === "GET" || method === "HEAD") {
    // The name of a GET that changes something begins with the verb.
    const verb = [...own.map(([first = ""]) => first), end];
    if (any(verb, destructive)) return { effect: "destructive" };
    return { effect: any(verb, changing) ? "write" : "read" };
  }
  const everything = [...own.flat(), ...end.split("_"), ...said].map(baseOf);
  const loses = any(everything, destructive) || any(verbs, destructiveVerbs) || losses.test(text);
  const restores = any(verbs, restoring) && any([...own.flat(), ...said], savedStates);
  if (loses || replaces || restores) return { effect: "destructive" };
  if (method === "POST" && readingPosts.has(end))
    return {
      effect: "read",
      guess: `It counts as a read, because its path ends with ${last}, although it is sent with POST.`,
    };
  const costs = [
    ...verbs.filter((word) => spendingVerbs.has(word)),
    ...[end].filter((word) => spendingNouns.has(word)),
    ...(any(verbs, startingVerbs) ? said.slice(0, 8).filter((word) => spendingNouns.has(word)) : []),
  ];
  const near = [...everything, ...wordsOf(text)];
  const isNews = any(near, news) && !any(near, money);
  const spends = costs.some((word) => !(isNews && word.startsWith("subscri")));
  return { effect: spends ? "spend" : "write" };
}

/** Returns the first words of a sentence, verbs in their base. */
const wordsOf = (sentence: string): string[] =>
  sentence
    .slice(0, 1000)
    .toLowerCase()
    .split(/[^a-z]+/)
    .slice(0, 15)
    .map(baseOf);

const withoutMany = ([first = "", ...rest]: readonly string[]): readonly string[] =>
  many.has(first) && rest.length > 0 ? rest : [first, ...rest];

/** Reduces a verb of a sentence to its base: `deletes`, `deleted` and `deleting` become `delete`. */
function baseOf(word: string): string {
  for (const [ending, other] of endings)
    if (word.endsWith(ending)) {
      const base = word.slice(0, -ending.length);
      const known = (one: string) =>
        destructive.has(one) || destructiveVerbs.has(one) || spendingVerbs.has(one);
      // The last form is that of a doubled consonant: `dropped`, `banning`.
      const found = [...other.map((one) => base + one), base.slice(0, -1)].find(known);
      if (found !== undefined) return found;
    }
  return word;
}

const endings: readonly [string, readonly string[]][] = [
  ["ies", ["y"]],
  ["ing", ["", "e"]],
  ["ed", ["", "e"]],
  ["es", ["", "e"]],
  ["s", [""]],
  ["al", ["", "e"]],
  ["ion", ["", "e"]],
];
