/** Why a person was not signed in, as the form shows it. */
export const SIGN_IN_PROBLEMS = [
  "wrong",
  "throttled",
  "taken",
  "email",
  "short-password",
  "long-password",
] as const;

export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Why a password was not changed; `wrong`: the present one is. */
export type PasswordProblem = Exclude<SignInProblem, "taken" | "email">;

/** How long a password may be: NIST SP 800-63B asks for at least 8; one alone should be longer. */
export const PASSWORD_LENGTH = { min: 12, max: 128 };

/** Reads the parameter `problem` of the form's page; null: none, or an unknown one. */
export function parseSignInProblem(
  text: string | readonly string[] | undefined,
): SignInProblem | null {
  return SIGN_IN_PROBLEMS.find((problem) => problem === text) ?? null;
}
