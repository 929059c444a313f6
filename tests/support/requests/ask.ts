import { NOTICE_COOKIE } from "@/lib/web/notices";

/** Where the pages of the gallery under test are. */
export const HERE = "http://gallery.example";
/** The headers by which a browser says that a page of the gallery sends the request. */
export const OWN = { host: "gallery.example", origin: HERE };

type Application = (request: Request) => Promise<Response>;

type Asked = RequestInit & {
  headers?: Record<string, string>;
  /** Posts a form as a page of the gallery does, unless the headers say otherwise. */
  fields?: Record<string, string> | string[][];
  /** Posts JSON as a page of the gallery does, unless the headers say otherwise; text is sent as it is. */
  json?: unknown;
  /** An API key. */
  key?: string;
};

/** Sends a request for a path to an application; returns its response. */
export function ask(
  application: Application,
  path: string,
  { fields, json, key, headers, ...init }: Asked = {},
): Promise<Response> {
  const isForm = fields !== undefined;
  const isPosted = isForm || json !== undefined;
  return application(
    new Request(HERE + path, {
      ...(isPosted && { method: "POST" }),
      ...(isForm && { body: new URLSearchParams(fields) }),
      ...(json !== undefined && { body: typeof json === "string" ? json : JSON.stringify(json) }),
      ...init,
      headers: {
        ...(isPosted && OWN),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(key !== undefined && { "x-api-key": key }),
        ...headers,
      },
    }),
  );
}

/** The value of the notice cookie that a response sets. */
export function noticeCookieOf(response: Response): string | undefined {
  const cookie = response.headers.get("set-cookie") ?? "";
  return new RegExp(`^${NOTICE_COOKIE}=([^;]*)`).exec(cookie)?.[1];
}
