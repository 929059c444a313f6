import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import type { Route } from "./route";

/** How a request was answered. */
export type AnsweredRequest = {
  method: string;
  /** Null for a static file and for an unknown page. */
  route: Pick<Route, "path" | "caller" | "priority" | "errorForm"> | null;
  /** 499 if the visitor left before the response began. */
  status: number;
  /** From its head to the end of its response. */
  seconds: number;
  requestId: string;
  /** The error that the response shows; null for none. A page that shows one may have the status 200. */
  code: ErrorCode | null;
  /** Whether a search was paid for. */
  isPaid: boolean;
  /** The trace that records it; null without one. */
  traceId: string | null;
};
