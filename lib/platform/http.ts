import "server-only";
import { ERRORS, type ErrorBody } from "@/lib/contract/errors";
import { failureText, problemText } from "@/lib/messages/failure-text";
import { formatErrorBody } from "@/lib/protocol/error-body";
import { type AppError, toAppError } from "./errors";
import { log } from "./log";

/** What a handler gets besides the request. */
export type HandlerContext = {
  requestId: string;
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
};

export type Handler = (request: Request, context: HandlerContext) => Promise<Response>;

/** Which error body a route speaks: our own, or the interface's `{ error: string }`. */
type ErrorDialect = "gallery" | "interface";

/**
 * Maps every error thrown by a handler to one response format, with `no-store` and the request's id.
 *
 * The public message comes from `lib/messages`, never from the exception: an exception may quote a
 * URL, and a URL may contain a visitor's query.
 */
export function handle(run: Handler, { dialect = "gallery" }: { dialect?: ErrorDialect } = {}) {
  return async (request: Request): Promise<Response> => {
    const requestId = crypto.randomUUID();
    try {
      const response = await run(request, { requestId, signal: request.signal });
      response.headers.set("x-request-id", requestId);
      return response;
    } catch (cause) {
      // The visitor left and reads no answer; 499 is the status that servers usually log for that.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      return errorResponse(toAppError(cause), requestId, dialect);
    }
  };
}

function errorResponse(error: AppError, requestId: string, dialect: ErrorDialect): Response {
  const { status } = ERRORS[error.code];
  logFailure(error, requestId);
  const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
  if (error.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(error.retryAfterSeconds));
  }
  if (status === 405) headers.set("allow", (error.allow ?? ["GET"]).join(", "));
  // RFC 9110 §15.5.2: a 401 names the scheme that would be accepted.
  if (status === 401) headers.set("www-authenticate", 'Bearer realm="Vitrine"');
  const body =
    dialect === "interface"
      ? formatErrorBody(interfaceMessage(error))
      : toErrorBody(error, requestId);
  return Response.json(body, { status, headers });
}

/** The interface has one text for an error: every problem, or else the error's message. */
function interfaceMessage({ code, problems }: AppError): string {
  return problems?.map(problemText).join(" ") ?? failureText(code).message;
}

/** Logs one line for a failure: an error for a bug of ours, a warning for an outage elsewhere. */
export function logFailure(error: AppError, requestId: string): void {
  const line = { event: "request_failed", requestId, code: error.code, err: error };
  if (ERRORS[error.code].status === 500) log().error(line);
  else if (ERRORS[error.code].status > 500) log().warn(line);
  else log().debug(line);
}

/** Returns the body of an error response, as the contract defines it. */
export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: failureText(error.code).message,
      requestId,
      ...(error.problems && {
        problems: error.problems.map((problem) => ({ ...problem, message: problemText(problem) })),
      }),
      ...(error.serviceSaid !== undefined && { serviceSaid: error.serviceSaid }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    },
  };
}
