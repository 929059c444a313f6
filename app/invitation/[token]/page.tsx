import { connection } from "next/server";
import { SignInForm } from "@/components/account/sign-in-form";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import { parseSignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";
import { vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../../page-frame";
import { pageMetadata } from "../../page-metadata";
import { readRefusedForm } from "../../read-notice";
import type { SearchParams } from "../../to-parameters";

type InvitationPageProps = {
  params: Promise<{ token: string }>;
  searchParams: SearchParams;
};

export const generateMetadata = pageMetadata(() => signInMessages("invitation"), { follow: false });

export default async function InvitationPage({ params, searchParams }: InvitationPageProps) {
  await connection();
  const { token } = await params;
  const { problem } = await searchParams;
  const { people } = vitrine();
  const invitation = await people.invitation(token);
  return (
    <PageFrame>
      {invitation === null ? (
        <InvitationOver />
      ) : (
        <SignInForm
          target="/api/invitation"
          title={signInMessages("invitation")}
          intro={signInMessages("invitationIntro", { role: invitation.role })}
          action={signInMessages("create")}
          problem={parseSignInProblem(problem)}
          {...(await readRefusedForm())}
          isNew
          email={invitation.email}
          canReplace={problem === "taken" && (await people.canReplace(invitation.email))}
          hidden={{ token }}
        >
          <p>
            {signInMessages("hasAccount")} <a href="/sign-in">{signInMessages("signIn")}</a>
          </p>
        </SignInForm>
      )}
    </PageFrame>
  );
}

function InvitationOver() {
  return (
    <Screen sign="ticket" title={signInMessages("invitationOver")}>
      <p>{signInMessages("invitationOverMessage")}</p>
      <p className={screen.action}>{signInMessages("invitationOverAction")}</p>
      <div className={screen.actions}>
        <a className={button.main} href="/sign-in">
          {signInMessages("signIn")}
        </a>
      </div>
    </Screen>
  );
}
