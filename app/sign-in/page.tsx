import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/account/sign-in-form";
import { Banner } from "@/components/ui/banner";
import { parseSignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { principalOf, vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readRefusedForm, readVisitorNotice } from "../read-notice";
import type { SearchParams } from "../to-parameters";

type SignInPageProps = { searchParams: SearchParams };

export const generateMetadata = pageMetadata(() => signInMessages("signIn"));

export default async function SignInPage({ searchParams }: SignInPageProps) {
  if ((await principalOf(await headers())) !== null) redirect("/account");
  const { problem, to } = await searchParams;
  const notice = await readVisitorNotice();
  return (
    <PageFrame>
      {notice?.kind === "done" && <Banner kind="status" title={signInMessages("accountDeleted")} />}
      <SignInForm
        target="/api/sign-in"
        title={signInMessages("signIn")}
        intro={signInMessages("signInIntro")}
        action={signInMessages("signIn")}
        problem={parseSignInProblem(problem)}
        {...(await readRefusedForm())}
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
