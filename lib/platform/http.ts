import "server-only";
import { ERRORS, type ErrorBody } from "@/lib/contract/errors";
import { failureText, failureTextForPrograms, problemText } from "@/lib/messages/failure-text";
import { type AppError, toAppError } from "./errors";
import { log } from "./log";

/** What a handler gets besides the request. */
export type HandlerContext = {
  requestId: string;
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
};

export type Handler = (request: Request, context: HandlerContext) => Promise<Response>;

/** The form of error bodies: our own `ErrorBody`, or the interface's `{ error: string }`. */
export type ErrorDialect = "gallery" | "interface";

/**
 * Maps every error that a handler throws to a response, with `no-store` and the request's id.
 *
 * The message comes from `lib/messages`, never from the exception, which may quote a URL and with it
 * a search text. Two kinds of failure have responses of their own: thumbnails, which must be images
 * (lib/thumbnails/thumbnail-response.ts), and heads that the front door refuses
 * (lib/http/front-door/request-head.ts).
 */
export function handle(run: Handler, { dialect = "gallery" }: { dialect?: ErrorDialect } = {}) {
  return async (request: Request): Promise<Response> => {
    const requestId = crypto.randomUUID();
    try {
      const response = await run(request, { requestId, signal: request.signal });
      response.headers.set("x-request-id", requestId);
      return response;
    } catch (cause) {
      // The client has closed the connection; 499 is nginx's status for it.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      return errorResponse(toAppError(cause), requestId, dialect);
    }
  };
}

/** The response for a failed request, which is logged. */
export function errorResponse(error: AppError, requestId: string, dialect: ErrorDialect): Response {
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
      ? {
          error:
            // The interface has one text: every problem, or else the error's message.
            error.problems?.map(problemText).join(" ") ?? failureText(error.code).message,
        }
      : toErrorBody(error, requestId);
  return Response.json(body, { status, headers });
}

/** Logs a failure: an error if it is a bug of ours, a warning if a dependency failed. */
export function logFailure(error: AppError, requestId: string): void {
  const line = { event: "request_failed", requestId, code: error.code, err: error };
  if (ERRORS[error.code].status === 500) log().error(line);
  else if (ERRORS[error.code].status > 500) log().warn(line);
  else log().debug(line);
}

/** The body of an error response of `/api/*`. */
export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: failureTextForPrograms(error.code),
      requestId,
      ...(error.problems && {
        problems: error.problems.map((problem) => ({ ...problem, message: problemText(problem) })),
      }),
      ...(error.serviceSaid !== undefined && { serviceSaid: error.serviceSaid }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    },
  };
}

/** One handler as the exports of a route file, for every method. */
export function everyMethod<Answer>(answer: Answer) {
  return {
    DELETE: answer,
    GET: answer,
    HEAD: answer,
    OPTIONS: answer,
    PATCH: answer,
    POST: answer,
    PUT: answer,
  };
}
