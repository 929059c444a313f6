import "server-only";

/**
 * Returns options for `net.connect` and `tls.connect`, for every connection to another host.
 * `connectMs` is the caller's deadline for connecting.
 */
export function connectionOptions(connectMs: number) {
  return {
    autoSelectFamily: true,
    // By default Node drops an attempt after 250 ms if the host has another IP address, which is less
    // than a distant host needs. Node alternates between IPv4 and IPv6: each family gets half.
    autoSelectFamilyAttemptTimeout: Math.floor(connectMs / 2),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment has no effect.
    rejectUnauthorized: true,
  };
}
