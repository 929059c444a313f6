import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/account/sign-in-form";
import { parseSignInProblem } from "@/lib/contract/sign-in-problem";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { principalOf, vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
import { readLabel } from "../read-label";
import { readTypedEmail } from "../read-notice";

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: signInMessages("signIn") }),
  robots: { index: false },
});

export default async function SignInPage({ searchParams }: SignInPageProps) {
  if ((await principalOf(await headers())) !== null) redirect("/account");
  const { problem, to } = await searchParams;
  return (
    <PageFrame service={await readLabel()}>
      <SignInForm
        target="/api/sign-in"
        title={signInMessages("signIn")}
        intro={signInMessages("signInIntro")}
        action={signInMessages("signIn")}
        problem={parseSignInProblem(problem)}
        typedEmail={await readTypedEmail()}
        isNew={false}
        hidden={typeof to === "string" ? { to } : {}}
      >
        <p>
          {vitrine().people.isSignUpOpen ? (
            <>
              {signInMessages("noAccount")} <a href="/sign-up">{signInMessages("signUp")}</a>
            </>
          ) : (
            signInMessages("byInvitation")
          )}
        </p>
        <p>{signInMessages("forgotten")}</p>
      </SignInForm>
    </PageFrame>
  );
}
