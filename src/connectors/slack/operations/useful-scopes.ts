// For methods that work on several kinds of conversations, Slack documents the scopes of all kinds. Each pattern
// matches the scopes for some kinds.

export const ofChannels = /^(?:channels|groups):/;

/** Direct messages with one person or with several people. */
export const ofDirectMessages = /^(?:im|mpim):/;
