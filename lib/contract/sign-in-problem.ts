/** Why a person was not signed in, as the form shows it. */
export const SIGN_IN_PROBLEMS = [
  "wrong",
  "throttled",
  "taken",
  "email",
  "short-password",
  "long-password",
  "common-password",
] as const;

export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Why a password was not changed; `wrong`: the current password is wrong. */
export type PasswordProblem = Exclude<SignInProblem, "taken" | "email">;

/** Length of a password. NIST SP 800-63B asks for at least 8, and for more without a second factor. */
export const PASSWORD_LENGTH = { min: 12, max: 128 };

/** Reads the parameter `problem` of the form's page; null if it is missing or unknown. */
export function parseSignInProblem(
  text: string | readonly string[] | undefined,
): SignInProblem | null {
  return SIGN_IN_PROBLEMS.find((problem) => problem === text) ?? null;
}
