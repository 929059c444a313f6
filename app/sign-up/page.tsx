import { notFound } from "next/navigation";
import { connection } from "next/server";
import { SignInForm } from "@/components/account/sign-in-form";
import { parseSignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readRefusedForm } from "../read-notice";
import type { SearchParams } from "../to-parameters";

type SignUpPageProps = { searchParams: SearchParams };

export const generateMetadata = pageMetadata(() => signInMessages("signUp"));

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  await connection();
  if (!vitrine().people.isSignUpOpen) notFound();
  const { problem } = await searchParams;
  return (
    <PageFrame>
      <SignInForm
        target="/api/sign-up"
        title={signInMessages("signUp")}
        intro={signInMessages("signUpIntro")}
        action={signInMessages("create")}
        problem={parseSignInProblem(problem)}
        {...(await readRefusedForm())}
        isNew
      >
        <p>
          {signInMessages("hasAccount")} <a href="/sign-in">{signInMessages("signIn")}</a>
        </p>
      </SignInForm>
    </PageFrame>
  );
}
