import { REFINEMENT_PARAMETER_NAMES } from "@/lib/core/refinement/has-refinement";
import { SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";
import type { Route } from "@/lib/web/route";
import { HEADER_NAMES, HEADER_UNITS, run, UNITS } from "./bad-texts";

/** The size of the largest request, with its head. */
export const REQUEST_BYTES_MAX = 16 * 1024;
/** Left for the request line and the headers that every request has. */
const HEAD_BYTES = 1_200;
const ROOM = REQUEST_BYTES_MAX - HEAD_BYTES;

/** A request to measure. `generator` names what is odd about it. */
export type BadRequest = {
  route: string;
  generator: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
};

/** Values of the caller that make requests valid but for one part. */
export type Known = {
  /** A valid path of each pattern of the route table. */
  paths: Readonly<Record<string, string>>;
  /** An image of the library, and one of a remote service, as browsers send them. */
  images: readonly object[];
  ownId: string;
  keyId: string;
  accountId: string;
  origin: string;
};

const SEARCH = {
  q: "sea",
  count: "24",
  safesearch: "strict",
  transparent: "false",
  site: "a.example",
};
const PERSON = { email: "a@a.example", password: "a long enough password", to: "/account" };
const CHANGE = { present: "a wrong password", next: "a long enough password" };

/** The query parameters of pages, besides `a`. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/search": [...SEARCH_PARAMETER_NAMES, ...REFINEMENT_PARAMETER_NAMES, "image", "failed", "at"],
  "/api/search": SEARCH_PARAMETER_NAMES,
  "/v1/search": SEARCH_PARAMETER_NAMES,
  "/": ["q"],
  "/library": ["folder", "colour", "size", "random", "page", "by", "image"],
  "/library/:id": [...SEARCH_PARAMETER_NAMES],
  "/account": ["month", "keys"],
  "/account/usage.csv": ["month"],
  "/console/accounts": ["q", "sort", "page"],
  "/console/keys": ["q", "sort", "page"],
  "/console/activity": ["request"],
  "/console/library": ["skipped"],
  "/console/reports": ["page"],
  "/console/audit": ["page"],
  "/picker": ["origin", "session", "version", "mode", "q"],
  "/sign-in": ["problem", "to"],
  "/sign-up": ["problem"],
  "/invitation/:token": ["problem"],
  "/download-failed": ["reason", "back"],
  "/_next/image": ["url", "w", "q"],
};

type Fields = Readonly<Record<string, unknown>>;

/** A valid body of each route that takes one; JSON if it is marked. */
function bodiesOf({
  images,
  ownId,
  keyId,
  accountId,
  origin,
}: Known): Record<string, { json?: Fields; form?: Record<string, string> }> {
  const [image = {}] = images;
  const credit = Object.fromEntries(
    [
      "title",
      "description",
      "alternativeText",
      "creator",
      "copyright",
      "creditLine",
      "usageTerms",
      "sourceUrl",
    ].map((name) => [name, "a"]),
  );
  const key = { id: keyId, name: "a", note: "" };
  return {
    "/api/search": { form: SEARCH },
    "/api/search/again": { form: SEARCH },
    "/api/recent": { form: { search: "q=sea" } },
    "/api/suggestions": { form: { q: "sea" } },
    "/api/reports": {
      form: {
        image: `/library/${ownId}/original`,
        reason: "other",
        comment: "a",
        name: "a",
        page: "https://a.example/",
        search: "q=sea",
      },
    },
    "/api/image-references": { json: { images: [image] } },
    "/api/still-there": { json: { images: [image] } },
    "/api/original": { json: { image, name: "a" } },
    "/api/picker/search": { json: { search: "q=sea", origin, grant: "a.b", isAgain: false } },
    "/api/picker/original": { json: { image, name: "a", origin } },
    "/api/crop": {
      json: { image, name: "a", crop: { x: 0, y: 0, width: 10, height: 10 }, size: null, credit },
    },
    "/api/try-search": { form: { key: keyId, ...SEARCH } },
    "/v1/picker-grants": { json: { origin } },
    "/api/settings": {
      form: {
        lang: "browser",
        theme: "dark",
        density: "normal",
        pictures: "server",
        count: "24",
        safesearch: "strict",
      },
    },
    "/api/sign-in": { form: PERSON },
    "/api/sign-up": { form: PERSON },
    "/api/invitation": { form: { ...PERSON, token: "a" } },
    "/account/keys": {
      form: { name: "a", search: "on", usage: "on", sites: "a.example", expires: "never" },
    },
    "/account/keys/change": { form: key },
    "/account/keys/rotate": { form: { id: "a", overlap: "0" } },
    "/account/keys/revoke": { form: { id: "a", name: "a" } },
    "/account/sessions/end": { form: { id: "a" } },
    "/account/password": { form: CHANGE },
    "/account/email": { form: CHANGE },
    "/account/delete": { form: CHANGE },
    "/console/accounts/invite": { form: { email: "", role: "account", plan: "free" } },
    "/console/accounts/change": {
      form: {
        id: accountId,
        plan: "free",
        role: "operator",
        seenPlan: "free",
        seenRole: "operator",
      },
    },
    "/console/accounts/delete": { form: { id: "a" } },
    "/console/invitations/withdraw": { form: { id: "a" } },
    "/console/keys/revoke": { form: { id: "a", name: "a", account: "a" } },
    "/console/reports/rate": { form: { report: "1", rating: "strict" } },
    "/console/reports/dismiss": { form: { report: "1" } },
    "/console/library/scan": { form: { source: "999" } },
  };
}

const encodedSize = (text: string) => encodeForm(text).length;

/** Percent-encodes what a target or form must; half of a surrogate pair as its three bytes. */
function encodeForm(text: string): string {
  return [...text]
    .map((each) => {
      if (each === " ") return "+";
      if (/^[a-z0-9._~*!'()/:@-]$/i.test(each)) return each;
      if (/^[\ud800-\udfff]$/.test(each)) return "%ED%A0%80";
      return encodeURIComponent(each);
    })
    .join("");
}

/** Texts of a size: a run between other characters. */
function* longTexts(bytes: number, size: (text: string) => number) {
  for (const unit of UNITS) {
    const text = run(unit, bytes - 8, size);
    yield { name: `x, run of ${JSON.stringify(unit)}, !`, text: `x${text}!` };
  }
}

/** Query strings of many parts. `names`: those that the route reads. */
function* longQueries(names: readonly string[], bytes: number, partsMax: number) {
  const parts = (each: (n: number) => string) => {
    let text = "";
    for (let n = 0; n < partsMax; n += 1) {
      const part = each(n);
      if (text.length + part.length > bytes) break;
      text += part;
    }
    return text;
  };
  for (const name of [...names, "a", "_rsc", "__proto__", "nxtPid"]) {
    yield { name: `repeated ${name}`, query: parts(() => `${name}&`) };
    yield { name: `repeated ${name} with values`, query: parts((n) => `${name}=${n}&`) };
    yield { name: `repeated ${name}[]`, query: parts(() => `${name}[]=1&`) };
    yield { name: `repeated ${name}, encoded`, query: parts((n) => `${name}=%C3%A9${n}&`) };
  }
  yield { name: "distinct names", query: parts((n) => `a${n.toString(36)}&`) };
  yield { name: "distinct names with values", query: parts((n) => `${n.toString(36)}=${n}&`) };
  yield { name: "numbers as names", query: parts((n) => `${n}&`) };
  yield { name: "each name twice", query: parts((n) => `${(n >> 1).toString(36)}&`) };
  yield { name: "empty parts", query: "&".repeat(bytes) };
  yield { name: "equals signs", query: "=".repeat(bytes) };
  yield { name: "question marks", query: "?".repeat(bytes) };
  yield { name: "nested brackets", query: `a${"[a]".repeat(Math.floor((bytes - 3) / 3))}=1` };
  yield { name: "open brackets", query: "a[".repeat(bytes / 2) };
  yield { name: "percent signs", query: `q=${"%".repeat(bytes - 2)}` };
  yield { name: "broken percent-encodings", query: `q=${"%C3".repeat((bytes - 2) / 3)}` };
}

type Limits = { targetBytesMax: number; parametersMax: number };

/**
 * Returns the requests for a route: every query, text, header and body that is odd in one way, and
 * within 16 KB. `limits`: the front door's, for targets of pages. `isThorough`: with every text in
 * every header.
 */
export function* requestsOf(
  route: Pick<Route, "path" | "methods" | "handler" | "bodyBytesMax">,
  known: Known,
  limits: Limits,
  isThorough: boolean,
): Generator<BadRequest> {
  const path = known.paths[route.path] ?? route.path;
  const isPage = route.handler === "page";
  const names = PARAMETERS[route.path] ?? ["q"];
  const isRead = route.methods.includes("GET");
  const body = bodiesOf(known)[route.path];
  const valid = isRead ? "q=sea&" : "";
  const request = (
    generator: string,
    target: string,
    more: Partial<Pick<BadRequest, "headers" | "body" | "method">> = {},
  ): BadRequest => ({
    route: route.path,
    generator,
    method: isRead ? "GET" : "POST",
    target,
    headers: {},
    ...more,
  });

  // Valid searches with the largest answer and every filter cost the most.
  for (const more of names === PARAMETERS["/search"] || names === SEARCH_PARAMETER_NAMES
    ? ["", "&safesearch=moderate", "&sort=largest", "&image=a", `&image=${known.ownId}`]
    : []) {
    yield request(`a full answer${more}`, `${path}?q=dawn&count=100${more}`);
  }

  if (isRead) {
    const sizes = [{ bytes: ROOM - path.length, parts: Infinity }];
    // Just within the limits of a page's target.
    if (isPage)
      sizes.push({
        bytes: limits.targetBytesMax - path.length - valid.length - 1,
        parts: limits.parametersMax - 1,
      });
    for (const { bytes, parts } of sizes) {
      const size = `${Math.round(bytes / 1024)} KB`;
      for (const { name, query } of longQueries(names, bytes, parts)) {
        yield request(`query of ${size}: ${name}`, `${path}?${valid}${query}`);
      }
      if (bytes > limits.targetBytesMax && isPage) continue;
      for (const field of names) {
        for (const { name, text } of longTexts(bytes - field.length - 1, encodedSize)) {
          const rest = field === "q" ? "" : valid;
          yield request(
            `query of ${size}: ${field}: ${name}`,
            `${path}?${rest}${field}=${encodeForm(text)}`,
          );
        }
        // Short enough to be searched for.
        for (const unit of field === "q" ? UNITS : []) {
          const text = run(unit, 198, (each) => [...each].length);
          yield request(
            `q: 200 characters of ${JSON.stringify(unit)}`,
            `${path}?q=${encodeForm(`x${text}`)}`,
          );
        }
      }
    }
  }
  if (/[:*]/.test(route.path) || route.path === "/") {
    const prefix = route.path.replace(/[:*].*$/, "");
    const suffix = route.path.slice(prefix.length).replace(/^(?:\*|:\w+)/, "");
    for (const bytes of isPage
      ? [ROOM, limits.targetBytesMax - prefix.length - suffix.length]
      : [ROOM]) {
      for (const { name, text } of longTexts(bytes, encodedSize)) {
        const middle = encodeForm(text).replaceAll("+", "%20").slice(0, bytes);
        yield request(`path of ${bytes} bytes: ${name}`, `${prefix}${middle}${suffix}`);
      }
    }
  }
  for (const name of isThorough ? HEADER_NAMES : ["cookie", "accept", "accept-encoding"]) {
    for (const unit of HEADER_UNITS) {
      const value = run(unit, ROOM - path.length - 30, (text) => text.length).trim();
      yield request(`${name}: ${JSON.stringify(unit)}, repeated`, path, {
        headers: { [name]: value },
      });
    }
  }
  if (isThorough) {
    const lines = (name: (n: number) => string) =>
      Object.fromEntries(Array.from({ length: 180 }, (_, n) => [name(n), "a".repeat(60)]));
    yield request("180 headers", path, { headers: lines((n) => `x-${n}`) });
    yield request("180 internal headers", path, { headers: lines((n) => `x-next-${n}`) });
    for (const [n, name] of ["theme", "a", "filters"].entries()) {
      const cookies = Array.from({ length: 1_500 }, (_, each) => `${name}${n * each}=b`).join("; ");
      yield request(`cookies named ${name}…`, path, {
        headers: { cookie: cookies.slice(0, ROOM - 100) },
      });
    }
    for (const rsc of [
      { rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    ]) {
      for (const unit of HEADER_UNITS) {
        const value = `/${run(unit, ROOM - 200, (text) => text.length)}`.trim();
        yield request(`RSC with next-url: ${JSON.stringify(unit)}`, path, {
          headers: { ...rsc, "next-url": value },
        });
      }
    }
  }
  if (!route.methods.includes("POST")) return;
  const room = Math.min(ROOM, route.bodyBytesMax);
  const post = (
    generator: string,
    type: string,
    content: string | Buffer,
    accept = "application/json",
  ) =>
    request(generator, path, {
      method: "POST",
      headers: { "content-type": type, accept },
      body: Buffer.from(content),
    });
  const FORM = "application/x-www-form-urlencoded";
  const fields = body?.form ?? { q: "sea" };
  const base = new URLSearchParams(fields).toString();
  for (const { name, query } of longQueries(
    Object.keys(fields),
    room - base.length - 1,
    Infinity,
  )) {
    for (const accept of ["application/json", "text/html"]) {
      yield post(`form: ${name}, for ${accept}`, FORM, `${base}&${query}`, accept);
      yield post(`form: ${name}, first, for ${accept}`, FORM, `${query}&${base}`, accept);
    }
  }
  for (const [field, value] of Object.entries(fields)) {
    const others = new URLSearchParams({ ...fields });
    others.delete(field);
    for (const { name, text } of longTexts(room - base.length, encodedSize)) {
      yield post(
        `form: ${field}: ${name}`,
        FORM,
        `${others}&${field}=${encodeForm(text)}`,
        "text/html",
      );
    }
    for (const unit of value.length < 40 ? UNITS : []) {
      const text = run(unit, 198, (each) => [...each].length);
      yield post(
        `form: ${field}: 200 characters of ${JSON.stringify(unit)}`,
        FORM,
        `${others}&${field}=${encodeForm(`x${text}`)}`,
      );
    }
  }
  yield* jsonBodies(body?.json ?? { images: [], image: {} }, known, room).map(({ name, text }) =>
    post(`JSON: ${name}`, "application/json", text),
  );
  for (const unit of [
    "--a\r\n",
    "--a\r\ncontent-disposition: form-data; name=a\r\n\r\n\r\n",
    "-",
    "\r\n",
    "--a--",
  ]) {
    const text = run(unit, room, (each) => each.length);
    yield post(
      `multipart: ${JSON.stringify(unit)}`,
      "multipart/form-data; boundary=a",
      text,
      "text/html",
    );
    yield post(
      `multipart with a boundary of dashes: ${JSON.stringify(unit)}`,
      `multipart/form-data; boundary=${"-".repeat(60)}`,
      text,
      "text/html",
    );
  }
  yield post("bytes of zero", "application/octet-stream", Buffer.alloc(room));
  yield post("bytes that are no UTF-8", "application/json", Buffer.alloc(room, 0xff));
}

/** JSON that is deep, wide, or has a long text in one field. */
function jsonBodies(
  valid: Fields,
  { images }: Known,
  bytes: number,
): { name: string; text: string }[] {
  const byteLength = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
  const bodies = [
    { name: "deep arrays", text: "[".repeat(bytes / 2) + "]".repeat(bytes / 2) },
    { name: "deep objects", text: `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}` },
    { name: "open arrays", text: "[".repeat(bytes) },
    { name: "wide array of numbers", text: `[${"1,".repeat(bytes / 2 - 2)}1]` },
    {
      name: "wide object",
      text: `{${Array.from({ length: bytes / 12 }, (_, n) => `"${n.toString(36)}":1`).join(",")}}`,
    },
    { name: "one name repeated", text: `{${'"a":1,'.repeat(bytes / 6 - 2)}"a":1}` },
    { name: "__proto__ repeated", text: `{${'"__proto__":{},'.repeat(bytes / 15 - 2)}"a":1}` },
    { name: "spaces", text: " ".repeat(bytes) },
    { name: "a long number", text: `{"images":[${"9".repeat(bytes - 20)}]}` },
    { name: "escapes", text: `"${"\\u0061".repeat(bytes / 6 - 2)}"` },
  ];
  for (const wide of [
    "null",
    "[]",
    "{}",
    "1",
    '""',
    '{"imageUrl":"a"}',
    '{"imageUrl":"http://a/"}',
    ...images.map((image) => JSON.stringify(image)),
  ]) {
    const count = Math.floor((bytes - 20) / (wide.length + 1));
    for (const most of [count, 100, 20]) {
      const list = Array.from({ length: Math.min(most, count) }, () => wide).join(",");
      bodies.push({
        name: `images: ${Math.min(most, count)} of ${wide.slice(0, 30)}`,
        text: `{"images":[${list}]}`,
      });
    }
  }
  for (const path of pathsOf(valid)) {
    const room = bytes - JSON.stringify(valid).length;
    const replaced = (value: unknown) => JSON.stringify(replaceAt(valid, path, value));
    const name = path.join(".");
    for (const { name: long, text } of longTexts(room, byteLength)) {
      bodies.push({ name: `${name}: ${long}`, text: replaced(text) });
    }
    for (const unit of UNITS) {
      // Short enough for a name, and for a URL.
      const [short, long] = [198, 1_900].map((length) => run(unit, length, (each) => each.length));
      const about = `characters of ${JSON.stringify(unit)}`;
      bodies.push({ name: `${name}: 198 ${about}`, text: replaced(short) });
      bodies.push({
        name: `${name}: a URL of 1,900 ${about}`,
        text: replaced(`https://a.example/${long}`),
      });
    }
    bodies.push({
      name: `${name}: a wide array`,
      text: replaced(Array.from({ length: room / 3 }, () => 1)),
    });
  }
  return bodies.filter(({ text }) => Buffer.byteLength(text) <= bytes);
}

/** The places of texts in a value. */
function pathsOf(value: unknown, before: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...before]];
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...before, name]));
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  copy[name] = replaceAt(copy[name], rest, by);
  return copy;
}
