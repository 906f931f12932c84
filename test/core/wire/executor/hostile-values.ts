/** Values that must not change the address of a request when they are a part of its path. */
export const hostileValues: readonly string[] = (() => {
  const dots = [".", "..", "%2e", "%2E", "%2e%2e", "%2E%2e", ".%2e", "%2e."];
  const slashes = ["/", "\\", "%2f", "%2F", "%5c", "%5C"];
  const targets = ["evil.example", "@evil.example", "user", "admin", "", "..", "x", "127.0.0.1", "[::1]"];
  const controls = [
    "\u0000",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\u001f",
    "\u007f",
    "\u0085",
    "\u0001",
    "\u001b",
    "\u009f",
    "\v",
  ];
  return [
    ...dots,
    ...slashes.flatMap((slash) => targets.map((target) => slash + target)),
    ...slashes.flatMap((slash) => targets.map((target) => slash + slash + target)),
    ...dots.flatMap((dot) => slashes.map((slash) => `${dot}${slash}user`)),
    ...controls.map((control) => `a${control}b`),
    ...controls.map((control) => `a${control}Host: evil.example`),

    "https://evil.example/",
    "http://evil.example",
    "javascript:alert(1)//",
    "a/../../b",
    "a/./b",
    "a//b",
    "a%00b",
    "a%2e%2e%2fb",
    "%252e%252e%252f/..",
    "..;/x",
    "\ud800",
    "x\udfffy",
    "",
  ];
})();

/** Values that look like an attack, but can stay in one segment of a path when they are encoded. */
export const harmlessValues: readonly string[] = [
  "@evil.example",
  "a@b.c",
  "?x=1",
  "#x",
  "a b",
  "a?b#c",
  "...",
  ".a",
  "a..b",
  "é/".replace("/", ""),
  "日本",
  "%",
  "%zz",
  "%25",
  "100%",
  ";x",
  "a;b=c",
  "a,b",
  "a:b",
  "{id}",
  "$&",
  "~",
  "*",
  "'",
  '"',
  "<",
  "|",
];
