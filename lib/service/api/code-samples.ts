import "server-only";
import type { ApiKey } from "@/lib/contract/account";

export type CodeSample = { lang: "curl" | "JavaScript" | "Python"; source: string };

/**
 * Returns samples of a search in three languages. They read the key from the environment variable
 * VITRINE_KEY and print the images found, or fail with the service's error.
 */
export function codeSamples(publicUrl: string): readonly CodeSample[] {
  const url = `${publicUrl}/v1/search`;
  return [
    {
      lang: "curl",
      source: `curl --fail-with-body --get "${url}" \\
  --header "X-API-Key: $VITRINE_KEY" \\
  --data-urlencode "q=sea" \\
  --data "count=24"`,
    },
    {
      lang: "JavaScript",
      source: `import { env } from "node:process";

const url = new URL("${url}");
url.search = new URLSearchParams({ q: "sea", count: "24" });

const response = await fetch(url, {
  headers: { Authorization: \`Bearer \${env.VITRINE_KEY}\` },
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.error);

for (const { name, imageUrl, hostUrl } of answer.value) {
  console.log(name, imageUrl, hostUrl);
}`,
    },
    {
      lang: "Python",
      source: `import json, os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = urlencode({"q": "sea", "count": 24})
headers = {"X-API-Key": os.environ["VITRINE_KEY"]}

try:
    with urlopen(Request("${url}?" + query, headers=headers), timeout=10) as response:
        answer = json.load(response)
except HTTPError as error:
    raise SystemExit(json.load(error)["error"])

for image in answer["value"]:
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
