import type { DatabaseSync } from "node:sqlite";
import type { UIMessage } from "ai";
import type { Conversation } from "./messages.ts";

/** Keeps the conversations in a table. Each method gets the id of the person, and finds only this person's conversations. */
export function conversationStore(database: DatabaseSync) {
  database.exec(`
    create table if not exists conversations (
      id text primary key, person_id text not null, title text not null, messages text not null, changed_at integer not null
    ) strict;
    create index if not exists conversations_of_person on conversations (person_id, changed_at);`);
  const find = (id: string, personId: string): Conversation | undefined => {
    const found = database
      .prepare("select messages from conversations where id = ? and person_id = ?")
      .get(id, personId) as { messages: string } | undefined;
    return found && { id, messages: JSON.parse(found.messages) as UIMessage[] };
  };
  return {
    find,
    /** Makes a conversation with an id that the page has chosen. Returns undefined if another person has this id. */
    begin(id: string, personId: string, title: string): Conversation | undefined {
      database
        .prepare("insert into conversations values (?, ?, ?, '[]', ?) on conflict do nothing")
        .run(id, personId, title.slice(0, 80), Date.now());
      return find(id, personId);
    },
    /** Keeps the messages. Does nothing if the conversation was deleted meanwhile. */
    save({ id, messages }: Conversation): void {
      database
        .prepare("update conversations set messages = ?, changed_at = ? where id = ?")
        .run(JSON.stringify(messages), Date.now(), id);
    },
    /** Returns the newest conversations of a person. The one that changed last is the first. */
    list: (personId: string) =>
      database
        .prepare("select id, title from conversations where person_id = ? order by changed_at desc limit 50")
        .all(personId) as { id: string; title: string }[],
    /** Returns whether this person has the conversation. */
    rename: (id: string, personId: string, title: string): boolean =>
      database
        .prepare("update conversations set title = ? where id = ? and person_id = ?")
        .run(title, id, personId).changes > 0,
    /** Returns whether this person had the conversation. */
    delete: (id: string, personId: string): boolean =>
      database.prepare("delete from conversations where id = ? and person_id = ?").run(id, personId).changes >
      0,
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;
