import "server-only";
import { PASSWORD_LENGTH } from "@/lib/contract/sign-in-problem";

/** Returns why a person may not choose a password, or null. */
export async function newPasswordProblem(
  password: string,
): Promise<"short-password" | "long-password" | "common-password" | null> {
  if (password.length < PASSWORD_LENGTH.min) return "short-password";
  if (password.length > PASSWORD_LENGTH.max) return "long-password";
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const isCommon = dictionary["passwords-common"].includes(password.toLowerCase());
  return isCommon ? "common-password" : null;
}
