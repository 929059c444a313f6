import { headers } from "next/headers";

/** Returns the nonce with which the page's content security policy allows inline scripts. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy");
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
