import { PASSWORD_LENGTH, type SignInProblem } from "@/lib/contract/sign-in-problem";
import { signInMessages } from "@/lib/messages/compiled/sign-in";

/** Returns why a person was not signed in. `waitMinutes`: as the form's notice has it, if it does. */
export function signInProblemText(problem: SignInProblem, waitMinutes = ""): string {
  return problem === "throttled"
    ? signInMessages("problem.throttled", { minutes: Number(waitMinutes) })
    : signInMessages(`problem.${problem}`, { max: PASSWORD_LENGTH.max });
}

/** The field with the problem, or null if it is in none. */
export function fieldOf(problem: SignInProblem | null): "email" | "password" | null {
  if (problem === "email" || problem === "taken") return "email";
  return problem?.endsWith("-password") ? "password" : null;
}
