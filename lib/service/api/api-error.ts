import "server-only";
import type { AnyErrorCode, ErrorCode } from "@/lib/contract/errors";
import { AppError, type AppErrorOptions } from "@/lib/platform/errors";

/**
 * A failure of `/v1`. Its code may be an `ApiErrorCode`, which pages cannot show: an `AppError` of other
 * parts has no such code, and they cannot import this class.
 */
export class ApiError extends AppError {
  constructor(code: AnyErrorCode, internal: string, options: AppErrorOptions = {}) {
    super(code as ErrorCode, internal, options);
  }
}
