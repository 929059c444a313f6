import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { principalOf } from "@/lib/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";

/** The account of a page's visitor. A visitor without one is sent to sign in, and back afterwards. */
export async function signedIn(path: string): Promise<AccountPrincipal> {
  const principal = await principalOf(await headers());
  return principal ?? redirect(`/sign-in?to=${encodeURIComponent(path)}`);
}

/** As `signedIn`; for an account that is not an operator's, there is no such page. */
export async function signedInOperator(path: string): Promise<AccountPrincipal> {
  const principal = await signedIn(path);
  return principal.isOperator ? principal : notFound();
}
