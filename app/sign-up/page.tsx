import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { SignInForm } from "@/components/account/sign-in-form";
import { parseSignInProblem } from "@/lib/contract/sign-in-problem";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
import { readLabel } from "../read-label";
import { readTypedEmail } from "../read-notice";

type SignUpPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: signInMessages("signUp") }),
  robots: { index: false },
});

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  await connection();
  if (!vitrine().people.isSignUpOpen) notFound();
  const { problem } = await searchParams;
  return (
    <PageFrame service={await readLabel()}>
      <SignInForm
        target="/api/sign-up"
        title={signInMessages("signUp")}
        intro={signInMessages("signUpIntro")}
        action={signInMessages("create")}
        problem={parseSignInProblem(problem)}
        typedEmail={await readTypedEmail()}
        isNew
      >
        <p>
          {signInMessages("hasAccount")} <a href="/sign-in">{signInMessages("signIn")}</a>
        </p>
      </SignInForm>
    </PageFrame>
  );
}
