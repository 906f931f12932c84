import type { StoreDriver } from "../core/contract/store-driver.ts";
import { checkFunctions } from "../core/store/check-store.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { typeName } from "../core/ground/json.ts";
import { optionError, optionTypes, readOptions } from "../core/ground/read-options.ts";

/**
 * The part of a client that a store uses: `sendCommand` of a client of the package `redis`, or `call` of a client of
 * `ioredis`. Another client fits as `{ sendCommand: (args) => … }`.
 */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

export interface RedisStoreOptions {
  /** The first part of the names of the store's three keys. Default: `agent-connectors` */
  prefix?: string | undefined;
}

/**
 * Creates a store in Redis 6 or later, or Valkey. All values are in one hash, whose name has a hash tag, so the store works in
 * a cluster. Use a Redis that keeps its data on the disk and has `maxmemory-policy noeviction`: a Redis that is only a
 * cache forgets tokens.
 * @param client a connected client, which the application can use for other commands and closes
 * @throws ConnectorError `config_error` for a wrong client or prefix. From the methods: `config_error` if keys with this
 * prefix belong to another program, or if the client returns other replies, as inside of `MULTI`; or the error of the client
 */
export function redisStore(client: RedisClient, options?: RedisStoreOptions): StoreDriver {
  const send = typeof (client as { call?: unknown } | null)?.call === "function" ? "call" : "sendCommand";
  checkFunctions(client, [send], "client", "a connected client of the package redis or ioredis");
  const { prefix = "agent-connectors" } = readOptions(
    options,
    { prefix: optionTypes.anything },
    "options of redisStore",
    "",
  );
  if (typeof prefix !== "string" || !/^[\w.:/-]{1,100}$/.test(prefix))
    throw optionError(
      "prefix",
      `The prefix of a Redis store must have 1 to 100 of the characters A-Z a-z 0-9 _ - . : /${typeof prefix === "string" ? "" : `, got ${typeName(prefix)}`}.`,
    );
  // `values` has the values, with the version in front. `keys` has all keys in the order of their bytes. `ends` has the
  // keys of values that expire.
  const names = ["values", "keys", "ends"].map((name) => `{${prefix}}:${name}`);
  const run = async (script: string, args: readonly string[]): Promise<unknown> => {
    const command = ["EVAL", start + script, String(names.length), ...names, ...args] as const;
    try {
      return await ("call" in client ? client.call(...command) : client.sendCommand([...command]));
    } catch (error) {
      throw /WRONGTYPE/.test(String(error)) ? foreignKeys(prefix) : error;
    }
  };
  const isDone = (reply: unknown): boolean => {
    // Some clients can be set to return numbers as texts.
    const number = String(reply);
    if (number !== "0" && number !== "1") throw foreignReply(prefix);
    return number === "1";
  };
  return {
    async read(key) {
      const found = await run(scripts.read, [key]);
      if (found === null || found === undefined) return undefined;
      const text = String(found);
      if (!beginsWithVersion.test(text)) throw foreignReply(prefix);
      return { value: text.slice(versionLength), version: text.slice(0, versionLength) };
    },
    write: async (key, value, ifVersion, ttlSeconds) =>
      isDone(
        await run(scripts.write, [
          key,
          crypto.randomUUID(),
          value,
          ifVersion ?? "",
          ttlSeconds === undefined ? "" : String(ttlSeconds),
        ]),
      ),
    delete: async (key, ifVersion) => isDone(await run(scripts.delete, [key, ifVersion])),
    async list(start, after = "", limit = 100) {
      const found = await run(scripts.list, [
        after >= start ? `(${after}` : `[${start}`,
        // This character comes after all characters of keys.
        `(${start}~`,
        String(limit),
      ]);
      if (!Array.isArray(found)) throw foreignReply(prefix);
      return found.map(String);
    },
  };
}

/** The number of characters of a version, which is a random UUID. */
const versionLength = 36;
const beginsWithVersion = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * The beginning of all scripts. Redis runs a script as one step, but undoes nothing if a command fails. The three reads fail if a
 * key belongs to another program, before the script has written anything. Redis's own clock says what has expired.
 */
const start = `
local values, keys, ends = KEYS[1], KEYS[2], KEYS[3]
redis.call('HLEN', values)
redis.call('ZCARD', keys)
redis.call('ZCARD', ends)
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local function lives(key)
  local stop = redis.call('ZSCORE', ends, key)
  return not stop or tonumber(stop) > now
end
local function find(key)
  return lives(key) and redis.call('HGET', values, key)
end
local function remove(key)
  redis.call('HDEL', values, key)
  redis.call('ZREM', keys, key)
  redis.call('ZREM', ends, key)
end
`;

const scripts = {
  read: "return find(ARGV[1])",
  // A client can send a command again after a lost connection, so the new version proves that the value was written.
  write: `
local key, version, before = ARGV[1], ARGV[2], ARGV[4]
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 20)) do remove(expired) end
local found = find(key)
local current = found and string.sub(found, 1, ${versionLength}) or ''
if current == version then return 1 end
if current ~= before then return 0 end
redis.call('HSET', values, key, version .. ARGV[3])
redis.call('ZADD', keys, 0, key)
if ARGV[5] == '' then redis.call('ZREM', ends, key)
else redis.call('ZADD', ends, string.format('%.6f', now + ARGV[5]), key) end
return 1`,
  delete: `
local found = find(ARGV[1])
if not found or string.sub(found, 1, ${versionLength}) ~= ARGV[2] then return 0 end
remove(ARGV[1])
return 1`,
  list: `
local from, limit, found = ARGV[1], tonumber(ARGV[3]), {}
while #found < limit do
  local page = redis.call('ZRANGEBYLEX', keys, from, ARGV[2], 'LIMIT', 0, limit)
  for _, key in ipairs(page) do
    if #found < limit and lives(key) then table.insert(found, key) end
    from = '(' .. key
  end
  if #page < limit then break end
end
return found`,
};

const foreignReply = (prefix: string) =>
  new ConnectorError(
    "config_error",
    "The client of Redis returned something that is no reply of this store.",
    {
      hint: `Pass a client that is in no MULTI and no pipeline. If another program uses keys that start with {${prefix}}, choose another name with the option \`prefix\`.`,
    },
  );

const foreignKeys = (prefix: string) =>
  new ConnectorError("config_error", `Another program uses keys of Redis that start with {${prefix}}.`, {
    hint: "Nothing was overwritten. Choose another name with the option `prefix`.",
  });
