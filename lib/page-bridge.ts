import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@/lib/http/application";
import type { AccountPrincipal, Context } from "@/lib/platform/http";
import type { Vitrine } from "@/lib/vitrine";

/**
 * Next's pages and route files reach the running program only through this bridge.
 *
 * Next loads pages, route files and `instrumentation.ts` as separate module graphs, each with its own
 * module state. The server's bundle is another. They share only `globalThis`, so it holds the program
 * and the storage of the current request, under one symbol.
 */
type Bridge = { program: Vitrine; contexts: AsyncLocalStorage<Context> };

const BRIDGE = Symbol.for("vitrine.page-bridge");

const place = globalThis as typeof globalThis & { [BRIDGE]?: Bridge };

/**
 * Provides pages and route files with the program that `create` returns, unless this process has one.
 * The server calls this first; under `next dev` and `next start`, `instrumentation.ts` does.
 */
export function providePages(create: () => Vitrine): Bridge {
  place[BRIDGE] ??= { program: create(), contexts: new AsyncLocalStorage() };
  return place[BRIDGE];
}

function bridge(): Bridge {
  const provided = place[BRIDGE];
  if (provided === undefined) throw new Error("instrumentation.ts has not run");
  return provided;
}

/** The running program. */
export function vitrine(): Vitrine {
  return bridge().program;
}

/**
 * Returns the context of the request that a page is rendered for. Without the front door, the visitor
 * is unknown and the signal never aborts, because Next shows pages neither the socket nor its end.
 */
export function currentContext(): Context {
  const { program, contexts } = bridge();
  return contexts.getStore() ?? program.application.contextOf(WITHOUT_FRONT_DOOR, null);
}

/** Returns the account that these request headers are signed in to; null for none. */
export async function principalOf(headers: Headers): Promise<AccountPrincipal | null> {
  return bridge().program.application.sessionOf(headers);
}

const WITHOUT_FRONT_DOOR: Connection = {
  target: "",
  peer: undefined,
  forwardedFor: undefined,
  leaveSignal: () => new AbortController().signal,
};

/**
 * Answers a request that Next received; null for a page. Behind the front door, Next receives a
 * request of the route table only if the application did not recognise its path until Next normalised
 * the spelling: 404.
 */
export function answerRoute(request: Request): Promise<Response> | Response | null {
  const { program, contexts } = bridge();
  const { pathname, search } = new URL(request.url);
  const connection: Connection = {
    target: contexts.getStore()?.target ?? pathname + search,
    peer: undefined,
    forwardedFor: undefined,
    leaveSignal: () => request.signal,
  };
  const answer = program.application.answer(request, connection);
  if (answer !== null) return answer;
  const route = program.application.find(pathname)?.route ?? null;
  const isPage = route === null || route.handler === "page";
  return isPage ? null : new Response(null, { status: 404 });
}
