import "server-only";

type PolicyOptions = {
  /** Made for this response alone. */
  nonce: string;
  /** Whether pictures come straight from the sites that a remote service found. */
  hasRemotePictures: boolean;
  isDevelopment: boolean;
};

/**
 * What a page may load and do (docs/decisions/0012-content-security-policy.md). Everything that is
 * not named is forbidden.
 */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const { nonce, hasRemotePictures, isDevelopment } = options;
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": [
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`])],
    // A tile's ratio and colour are custom properties of its style attribute.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", ...(hasRemotePictures ? ["http:", "https:"] : [])],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
