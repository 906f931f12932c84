/** A person who can sign in, and the tokens of this person's accounts at the platforms. */
export interface Person {
  id: string;
  name: string;
  about: string;
  slackToken: "user" | "bot";
  adsAccount: "all" | "one profile";
}

/** In this example, the people and their accounts are fixed. Your application has its own sign-in. */
export const people: readonly Person[] = [
  { id: "maya", name: "Maya", about: "posts under her own name", slackToken: "user", adsAccount: "all" },
  { id: "tom", name: "Tom", about: "posts as a bot", slackToken: "bot", adsAccount: "one profile" },
];
