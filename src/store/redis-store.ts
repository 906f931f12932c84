import type { StoreDriver } from "../core/contract/store-driver.ts";
import { checkFunctions } from "../core/store/check-store.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { show } from "../core/ground/json.ts";
import { optionError } from "../core/ground/read-options.ts";

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
 * @throws ConnectorError `config_error` for a wrong prefix. From the methods: `config_error` if keys with this prefix
 * belong to another program; or the error of the client
 */
export function redisStore(
  client: RedisClient,
  { prefix = "agent-connectors" }: RedisStoreOptions = {},
): StoreDriver {
  const send = typeof (client as { call?: unknown } | null)?.call === "function" ? "call" : "sendCommand";
  checkFunctions(client, [send], "client", "a connected client of the package redis or ioredis");
  if (typeof prefix !== "string" || !/^[\w.:/-]{1,100}$/.test(prefix))
    throw optionError(
      "prefix",
      `The prefix of a Redis store must have 1 to 100 of the characters A-Z a-z 0-9 _ - . : /, got ${show(prefix)}.`,
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
  return {
    async read(key) {
      const found = (await run(scripts.read, [key])) as string | null;
      if (found === null || found === undefined) return undefined;
      const text = String(found);
      return { value: text.slice(versionLength), version: text.slice(0, versionLength) };
    },
    write: async (key, value, ifVersion, ttlSeconds) =>
      (await run(scripts.write, [
        key,
        crypto.randomUUID(),
        value,
        ifVersion ?? "",
        ttlSeconds === undefined ? "" : String(ttlSeconds),
      ])) === 1,
    delete: async (key, ifVersion) => (await run(scripts.delete, [key, ifVersion])) === 1,
    list: async (prefix, after = "", limit = 100) =>
      (
        (await run(scripts.list, [
          after >= prefix ? `(${after}` : `[${prefix}`,
          // This character comes after all characters of keys.
          `(${prefix}~`,
          String(limit),
        ])) as unknown[]
      ).map(String),
  };
}

/** The number of characters of a version, which is a random UUID. */
const versionLength = 36;

/** The functions of all scripts. Redis runs a script as one step. Its own clock says what has expired. */
const start = `
local values, keys, ends = KEYS[1], KEYS[2], KEYS[3]
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

const foreignKeys = (prefix: string) =>
  new ConnectorError("config_error", `Another program uses keys of Redis that start with {${prefix}}.`, {
    hint: "Nothing was overwritten. Choose another name with the option `prefix`.",
  });
