import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { principalOf } from "@/lib/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";

/** Returns the visitor's account. Without one, redirects to sign-in, which leads back afterwards. */
export async function signedIn(path: string): Promise<AccountPrincipal> {
  const principal = await principalOf(await headers());
  return principal ?? redirect(`/sign-in?to=${encodeURIComponent(path)}`);
}

/** As `signedIn`; answers 404 to an account that is not an operator. */
export async function signedInOperator(path: string): Promise<AccountPrincipal> {
  const principal = await signedIn(path);
  return principal.isOperator ? principal : notFound();
}
