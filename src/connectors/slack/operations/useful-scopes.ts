// For methods that work on several kinds of conversations, Slack documents the scopes of all kinds. These patterns match
// the scopes for some kinds.

/** Matches scopes for public and private channels. */
export const ofChannels = /^(?:channels|groups):/;

/** Matches scopes for direct messages with one person or with several people. */
export const ofDirectMessages = /^(?:im|mpim):/;
