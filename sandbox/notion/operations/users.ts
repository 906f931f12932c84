import { notFound } from "../find.ts";
import { list } from "../http/paging.ts";
import { readId } from "../http/read-fields.ts";
import type { Operations } from "../operation.ts";
import { userView } from "../records/user.ts";

// https://developers.notion.com/reference/get-users

export const users: Operations = {
  "GET /v1/users": {
    needs: "read users",
    run: ({ world, query }) =>
      list(
        [...world.users.keys(), world.bot.id].map((id) => userView(world, id)),
        query,
        "query",
        "user",
      ),
  },
  "GET /v1/users/me": { run: ({ world }) => userView(world, world.bot.id) },
  "GET /v1/users/{id}": {
    needs: "read users",
    run: ({ world, ids }) => {
      const id = readId(ids[0], "path.user_id");
      if (id !== world.bot.id && !world.users.has(id)) throw notFound(world, "user", id);
      return userView(world, id);
    },
  },
};
