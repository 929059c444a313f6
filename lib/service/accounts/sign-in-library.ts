import "server-only";
import type { APIError } from "better-auth/api";
import { PASSWORD_LENGTH } from "@/lib/contract/sign-in-problem";
import type { AuthRecords } from "@/lib/state/auth-records";
import { createAuthAdapter } from "./auth-adapter";
import type { Passwords } from "./passwords";
import { hasSessionCookie, SESSION_SECONDS, sessionCookieName } from "./session-cookie";

/** What a person types to sign in or to create an account. */
export type Credentials = { email: string; password: string };

export type SignInLibrary = Awaited<ReturnType<typeof createSignInLibrary>>;

/** Why the library refuses credentials. */
export type CredentialsProblem = "wrong" | "taken" | "email" | "short-password" | "long-password";

const PROBLEMS: Record<string, CredentialsProblem> = {
  INVALID_EMAIL_OR_PASSWORD: "wrong",
  INVALID_EMAIL: "email",
  // The library checks the format of the e-mail only.
  VALIDATION_ERROR: "email",
  PASSWORD_TOO_SHORT: "short-password",
  PASSWORD_TOO_LONG: "long-password",
  USER_ALREADY_EXISTS: "taken",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "taken",
};

/**
 * Loads the four functions of better-auth in use (docs/decisions/0041-sign-in-by-better-auth.md).
 * Loading takes 0.5 s of CPU, so the library is imported dynamically, where a person signs in.
 */
export async function createSignInLibrary({
  records,
  secret,
  publicUrl,
  passwords,
}: {
  records: AuthRecords;
  secret: string;
  publicUrl: string;
  passwords: Passwords;
}) {
  const { betterAuth } = await import("better-auth/minimal");
  const { api } = betterAuth({
    secret,
    baseURL: publicUrl,
    database: await createAuthAdapter(records),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: passwords,
    },
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookies: { session_token: { name: sessionCookieName(publicUrl) } },
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure: publicUrl.startsWith("https:"),
      },
      // Otherwise the library would add its own prefix to the name.
      useSecureCookies: false,
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });

  return {
    /** Creates a person with a session. */
    signUp: ({ email, password }: Credentials, userAgent: string | null) =>
      begun(() =>
        api.signUpEmail({
          body: { email, password, name: "" },
          headers: headersOf(userAgent),
          returnHeaders: true,
        }),
      ),
    /** Begins a session. An unknown e-mail takes as long as a wrong password. */
    signIn: ({ email, password }: Credentials, userAgent: string | null) =>
      begun(() =>
        api.signInEmail({
          body: { email, password },
          headers: headersOf(userAgent),
          returnHeaders: true,
        }),
      ),
    /** Returns the session that a request's cookie names, or null. */
    async session(cookie: string): Promise<{ id: string; personId: string } | null> {
      const found = await api
        .getSession({ headers: new Headers({ cookie }) })
        .catch(async (cause: unknown) => {
          // The library hides why the store failed; a read of our own shows it.
          await records.find({ kind: "session", key: "" });
          throw cause;
        });
      return found === null ? null : { id: found.session.id, personId: found.user.id };
    },
    /** Ends the session that a request's cookie names. Returns the cookies to set. */
    async signOut(cookie: string): Promise<readonly string[]> {
      const { headers } = await api.signOut({
        headers: new Headers({ cookie }),
        returnHeaders: true,
      });
      // The library also clears cookies that this program does not use.
      return headers.getSetCookie().filter(hasSessionCookie);
    },
  };
}

type Begun =
  | { problem: null; personId: string; token: string; cookies: readonly string[] }
  | { problem: CredentialsProblem };

async function begun(
  call: () => Promise<{
    headers: Headers;
    response: { token: string | null; user: { id: string } };
  }>,
): Promise<Begun> {
  try {
    const { headers, response } = await call();
    const { token, user } = response;
    return {
      problem: null,
      personId: user.id,
      token: token ?? "",
      cookies: headers.getSetCookie(),
    };
  } catch (cause) {
    return { problem: problemOf(cause) };
  }
}

/** Returns why the library refused; rethrows every error that is not a refusal. */
function problemOf(cause: unknown): CredentialsProblem {
  // The library has two classes with this name.
  const { name, body } = cause as Partial<APIError>;
  const problem = name === "APIError" ? PROBLEMS[body?.code ?? ""] : undefined;
  if (problem === undefined) throw cause;
  return problem;
}

function headersOf(userAgent: string | null): Headers {
  return new Headers(userAgent === null ? {} : { "user-agent": userAgent });
}
