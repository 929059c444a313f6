import "server-only";
import type { ApiKey } from "@/lib/contract/account";

export type CodeSample = { lang: "curl" | "JavaScript" | "Python"; source: string };

/**
 * Returns samples of a search in three languages. They read the key from the environment variable
 * VITRINE_KEY and print the images found, which they cache for 15 minutes. They try again after a
 * failure that may pass, at the time in `Retry-After` if that is within a minute, and otherwise end
 * with the service's error.
 */
export function codeSamples(publicUrl: string): readonly CodeSample[] {
  const url = `${publicUrl}/v1/search`;
  return [
    {
      lang: "curl",
      source: `answer=sea-24.json
if [ -z "$(find "$answer" -mmin -15 2>/dev/null)" ]; then
  curl --silent --show-error --fail-with-body --max-time 10 \\
    --retry 3 --retry-max-time 60 --output "$answer.new" --get "${url}" \\
    --header "X-API-Key: $VITRINE_KEY" \\
    --data-urlencode "q=sea" \\
    --data "count=24" || { cat "$answer.new"; exit 1; }
  mv "$answer.new" "$answer"
fi
cat "$answer"`,
    },
    {
      lang: "JavaScript",
      source: `import { env } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const cache = new Map();

async function search(parameters) {
  const url = new URL("${url}");
  url.search = new URLSearchParams(parameters);
  const cached = cache.get(url.search);
  if (cached?.endsAtMs > Date.now()) return cached.images;

  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      headers: { Authorization: \`Bearer \${env.VITRINE_KEY}\` },
      signal: AbortSignal.timeout(10_000),
    });
    // The body of a failure may be something other than JSON.
    const body = await response.json().catch(() => null);
    if (response.ok) {
      cache.set(url.search, { images: body.value, endsAtMs: Date.now() + 15 * 60_000 });
      return body.value;
    }
    const mayPass = response.status === 429 || response.status >= 500;
    const waitSeconds = Number(response.headers.get("Retry-After") ?? 2 ** attempt);
    if (!mayPass || attempt === 4 || waitSeconds > 60)
      throw new Error(body?.error ?? response.statusText);
    await sleep(waitSeconds * 1000);
  }
}

for (const { name, imageUrl, hostUrl } of await search({ q: "sea", count: "24" })) {
  console.log(name, imageUrl, hostUrl);
}`,
    },
    {
      lang: "Python",
      source: `import json, os, time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

cache = {}

def search(**parameters):
    query = urlencode(parameters)
    ends_at, images = cache.get(query, (0, None))
    if ends_at > time.time():
        return images
    headers = {"X-API-Key": os.environ["VITRINE_KEY"]}
    for attempt in range(1, 5):
        try:
            request = Request("${url}?" + query, headers=headers)
            with urlopen(request, timeout=10) as response:
                images = json.load(response)["value"]
            cache[query] = (time.time() + 15 * 60, images)
            return images
        except HTTPError as failure:
            try:
                message = json.load(failure)["error"]
            except (KeyError, TypeError, ValueError):
                message = failure.reason  # the body may be something other than JSON
            may_pass = failure.code == 429 or failure.code >= 500
            wait_seconds = int(failure.headers.get("Retry-After", 2**attempt))
            if not may_pass or attempt == 4 or wait_seconds > 60:
                raise SystemExit(message)
            time.sleep(wait_seconds)

for image in search(q="sea", count=24):
    print(image["name"], image["imageUrl"], image["hostUrl"])`,
    },
  ];
}

/** Returns a command that uses a new key: a search, or, if it may not search, its usage. */
export function keySample(
  publicUrl: string,
  keyText: string,
  { scopes, sites }: Pick<ApiKey, "scopes" | "sites">,
): string {
  const header = `--header "X-API-Key: ${keyText}"`;
  if (!scopes.includes("search")) return `curl "${publicUrl}/v1/usage" ${header}`;
  const site = sites[0] === undefined ? "" : `&site=${encodeURIComponent(sites[0])}`;
  return `curl "${publicUrl}/v1/search?q=sea${site}" ${header}`;
}

/** Returns the body of an answer with one image. */
export function sampleAnswer(publicUrl: string) {
  return {
    name: "sea",
    value: [
      {
        imageUrl: `${publicUrl}/library/9f3k2m/original`,
        width: 3600,
        height: 2400,
        accentColor: "#5b7f95",
        name: "Lighthouse above a grey sea",
        hostUrl: `${publicUrl}/library/9f3k2m`,
      },
    ],
  };
}

/** The body of an answer about usage. */
export const SAMPLE_USAGE = {
  plan: {
    name: "Free",
    searchesPerMonth: 250,
    requestsPerSecond: 2,
    burst: 20,
    countMax: 50,
    moderate: true,
    transparent: false,
    site: false,
  },
  usedThisMonth: 41,
  remaining: 209,
  thresholdPercent: 0,
  monthEndsAt: "2026-12-01T00:00:00.000Z",
  days: [
    { day: "2026-11-01", searches: 30, errors: 0 },
    { day: "2026-11-02", searches: 11, errors: 1 },
  ],
};

export const SAMPLE_GRANT = {
  grant: "mF3yQ0…",
  expiresAt: "2026-11-02T09:10:00.000Z",
};
