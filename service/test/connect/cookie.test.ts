import { expect, test } from "vitest";
import { cookieHeader, cookieOf } from "../../src/connect/cookie.ts";

const https = "https://service.example";
const read = (cookie: string, url = https) =>
  cookieOf(new Request(url, { headers: { cookie } }), url, "connect-1");

test("a cookie is read from the browser that got it, beside other cookies", () => {
  for (const url of [https, "http://127.0.0.1:8080"]) {
    const [cookie] = cookieHeader(url, "connect-1", "a-b_c", 600).split("; ");
    expect(read(cookie!, url)).toBe("a-b_c");
    expect(read(`x=1; ${cookie}; connect-12=2`, url)).toBe("a-b_c");
  }
});

test("of two cookies with the same name, none counts, because another site may have set one of them", () => {
  for (const cookie of [
    "__Host-connect-1=mine; __Host-connect-1=other",
    "__Host-connect-1=mine; x=1; __Host-connect-1=mine",
  ])
    expect(read(cookie)).toBeUndefined();
});

test("over https, a cookie without the prefix __Host- does not count, because another host may have set it", () => {
  expect(read("connect-1=other")).toBeUndefined();
  expect(read("")).toBeUndefined();
});
