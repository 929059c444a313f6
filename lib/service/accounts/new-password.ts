import "server-only";
import { PASSWORD_LENGTH } from "@/lib/contract/sign-in-problem";

/** Returns why a person may not choose a password, or null. */
export async function newPasswordProblem(
  password: string,
): Promise<"short-password" | "long-password" | "common-password" | null> {
  if (password.length < PASSWORD_LENGTH.min) return "short-password";
  if (password.length > PASSWORD_LENGTH.max) return "long-password";
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const typed = password.toLowerCase();
  // Many common passwords are short, and made long enough by a few digits or signs.
  const word = typed.replace(/[^\p{L}]{1,6}$/u, "");
  const isCommon = [typed, word].some((text) => dictionary["passwords-common"].includes(text));
  return isCommon ? "common-password" : null;
}
