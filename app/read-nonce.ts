import { headers } from "next/headers";

/** The nonce that the page's content security policy allows inline scripts by. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy");
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
