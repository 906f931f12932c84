/** The parts of agent-connectors that the option `--without` switches off. */
export const defences = ["once", "approval", "recovery", "redaction"] as const;
export type Defence = (typeof defences)[number];

/** What the platform does with the next message. It posts the message first, except with `echo`. */
export type Harm = "kill" | "answer 500" | "reset" | "echo";

/**
 * What happens in a try. `approve`: a person agrees to the message. `resume`: the agent continues from the state that the
 * framework has stored. `resume changed`: the same, after somebody has changed the message in this state.
 */
export type Step = "start" | "approve" | "resume" | "resume changed";

export interface Variant {
  steps: readonly Step[];
  /** Whether the model writes approvals into its call. */
  approvesItself?: boolean;
  /** The frameworks in which this is not tried, because their calls have no id that stays the same. */
  notIn?: readonly string[];
}

export interface Fault {
  /** What goes wrong, for people. */
  says: string;
  harm?: Harm;
  /** Whether a person must agree to the message. Default: if there is a step `resume`. */
  asks?: boolean;
  /** Each try runs all variants. */
  variants: Readonly<Record<string, Variant>>;
  /** The rows of docs/promises.md of agent-connectors that a failure breaks. */
  promises: readonly { page: string; promise: string }[];
}

const found = {
  page: "docs/slack-messages.md",
  promise: "If the write was done, the call succeeds with `meta.recovered`",
};
const approvals = (promise: string) => ({ page: "docs/approvals.md", promise });

export const faults = {
  crash: {
    says: "kill -9 after Slack has posted, before the result is stored; a new process goes on",
    harm: "kill",
    variants: { killed: { steps: ["start", "approve", "resume"] } },
    promises: [
      approvals(
        'The first run took longer than 60 seconds, was aborted or crashed … The error has `outcome: "unknown"`',
      ),
    ],
  },
  retry: {
    says: "Slack posts and answers 500; the model or the framework tries once more",
    harm: "answer 500",
    variants: { error: { steps: ["start"] } },
    promises: [found],
  },
  replay: {
    says: "a stored state continues twice, and a step of a run is repeated",
    variants: {
      state: { steps: ["start", "approve", "resume", "resume"] },
      step: { steps: ["start", "start"], notIn: ["mcp"] },
    },
    promises: [
      approvals("A state that resumes twice runs each call once."),
      {
        page: "docs/usage.md",
        promise:
          "If several writes have the same `run`, the same call id of the model and the same arguments, the write runs once.",
      },
    ],
  },
  "lost answer": {
    says: "Slack posts, and the connection breaks before its answer",
    harm: "reset",
    variants: { reset: { steps: ["start"] } },
    promises: [found],
  },
  "self-approval": {
    says: "the model writes approvals, the client forges one, arguments change after it",
    asks: true,
    variants: {
      fields: { steps: ["start"], approvesItself: true },
      forged: { steps: ["start", "resume"] },
      edited: { steps: ["start", "approve", "resume changed"] },
      changed: { steps: ["start", "approve", "resume", "resume changed"] },
    },
    promises: [
      approvals("The tool … reads the decision from the desk, so a browser or a model cannot decide."),
      approvals("A call whose arguments were edited in the state … does not run."),
      { page: "docs/mcp.md", promise: "The client's answer cannot approve the call." },
    ],
  },
  leak: {
    says: "the error page of a proxy shows the request with its token",
    harm: "echo",
    variants: { page: { steps: ["start"] } },
    promises: [
      {
        page: "docs/errors.md",
        promise: "An error never contains the raw response of the platform, which could show a token.",
      },
    ],
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultEntries = Object.entries(faults) as [FaultName, Fault][];
