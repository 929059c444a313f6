import { afterEach, expect, test } from "vitest";
import { imageActionMessages } from "@/lib/messages/compiled/image-action";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { failureText, problemText } from "@/lib/messages/failure-text";
import { ENGLISH, setLocale } from "@/lib/messages/locale";
import { LOCALES } from "@/lib/messages/locales";
import { numberText } from "@/lib/messages/number-text";
import { compileMessage } from "@/lib/programs/messages.mjs";

afterEach(() => setLocale(ENGLISH));

test("plurals follow the number, which has thousands separators", () => {
  expect(resultsMessages("found", { count: 1, query: "sea" })).toBe("1 image for “sea”");
  expect(resultsMessages("found", { count: 1234, query: "sea" })).toBe("1,234 images for “sea”");
});

test("an exact number has an arm of its own", () => {
  expect(signInMessages("problem.throttled", { minutes: 0 })).toMatch(/\. Try again later\.$/);
  expect(signInMessages("problem.throttled", { minutes: 1 })).toMatch(/in 1 minute\.$/);
});

test.each([
  "{n, number, ::percent}",
  "{n, plural, offset:1 one {#} other {#}}",
  "{n, selectordinal, one {#st} other {#th}}",
  "{day, date}",
])("the compiler refuses what no message can show: %s", (text) => {
  expect(() => compileMessage(text)).toThrow();
});

test.each([0, 7, 999, 1000, 1_234_567, 0.5, -3, 1e21])("%d is written as Intl writes it", (n) => {
  expect(numberText(n)).toBe(new Intl.NumberFormat("en").format(n));
});

test("a select uses the arm of its value, otherwise `other`", () => {
  expect(imageActionMessages("onlyFrom", { host: "a.example", cost: "paid" })).toBe(
    "Only from a.example (1 search)",
  );
  expect(imageActionMessages("onlyFrom", { host: "a.example", cost: "free" })).toBe(
    "Only from a.example",
  );
});

test("a parameter is never parsed as a message", () => {
  expect(resultsMessages("waiting", { query: "{count} # <b>" })).toBe(
    "Searching for “{count} # <b>”",
  );
});

test("a message can be returned in parts, with an element as parameter", () => {
  const time = { type: "time" };
  expect(resultsMessages.parts("asOf", { time })).toEqual(["As of ", time]);
});

test("another locale has its own texts and direction, and data is unchanged", () => {
  setLocale(LOCALES.pseudo);
  expect(resultsMessages("found", { count: 2, query: "sea" })).toBe(
    "2 īīḿȧȧɠḗḗş ƒǿǿř “\u2068sea\u2069”",
  );
  expect(LOCALES.pseudo.direction).toBe("rtl");
});

test("missing messages fall back to English", () => {
  const messages = { results: { demo: "Demosammlung" } };
  setLocale({ tag: "de", format: "de", direction: "ltr", messages });
  expect(resultsMessages("demo")).toBe("Demosammlung");
  expect(resultsMessages("library")).toBe("Your library");
  expect(resultsMessages("notLoading", { count: 1000, total: 2000 })).toContain("1.000");
});

test("the text of a lost connection does not claim that nothing was sent", () => {
  const { message } = failureText("service_connection_lost");
  expect(message).toContain("was sent");
});

test.each(["brand_new", "constructor", "__proto__"])("an unknown code %s is internal", (code) => {
  expect(failureText(code)).toEqual(failureText("internal"));
});

test("a problem is a whole sentence", () => {
  expect(problemText({ path: "colour", code: "unknown_parameter" })).toBe(
    "“colour” isn’t a search parameter.",
  );
  expect(problemText({ path: "q", code: "long_q", params: { max: 200 } })).toBe(
    "q, the search text, is longer than 200 characters.",
  );
});

test("Arabic keeps texts of the other direction apart, but not in what leaves the page", () => {
  setLocale(LOCALES.ar);
  expect(tileMessages("select", { name: "Barn" })).toContain("\u2068Barn\u2069");
  expect(tileMessages("untitledFrom", { host: "a.example" })).not.toMatch(/[\u2066-\u2069]/);
  const { credit, export: exported } = LOCALES.ar.messages;
  expect(JSON.stringify([credit, exported])).not.toMatch(/[\u2066-\u2069]/);
});
