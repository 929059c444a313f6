import "server-only";
import { log } from "@/lib/platform/log";
import { PEER_HEADER } from "./peer-ip";
import { type TrustedProxies, visitorAddress } from "./visitor-ip";

/**
 * By which name a request's visitor is counted; says once if a proxy seems to stand in front that
 * nobody trusts, for then all visitors are one and share its limits.
 */
export function createVisitorOf(trusted: TrustedProxies): (headers: Headers) => string {
  let hasWarned = trusted.kind !== "none";
  return (headers) => {
    if (!hasWarned && seemsProxied(headers)) {
      hasWarned = true;
      log().warn({
        event: "proxy_not_trusted",
        hint: "If visitors come through a proxy, name it in VITRINE_TRUSTED_PROXIES.",
      });
    }
    return visitorAddress(headers, trusted);
  };
}

/** A neighbour forwards somebody else; the framework itself only ever adds the peer. */
function seemsProxied(headers: Headers): boolean {
  const peer = headers.get(PEER_HEADER) ?? "";
  const forwarded = headers.get("x-forwarded-for");
  const isNear = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd])/.test(
    peer,
  );
  return isNear && forwarded !== null && forwarded !== peer;
}
