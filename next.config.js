// @ts-check

/** @type {import("next").NextConfig} */
export default {
  // The image optimiser has had request-forgery holes; thumbnails are ours (docs/decisions).
  images: { unoptimized: true },
  poweredByHeader: false,
  // The front door compresses, with Brotli where the browser accepts it (lib/http/front-door).
  compress: false,
  reactStrictMode: true,
  // Native modules, and packages that start worker threads, are loaded from node_modules at run time.
  // Not `postgres`: an external package of ES modules adds 450 bytes to the scripts of every page,
  // which then contain the loader of asynchronous modules.
  serverExternalPackages: ["libsql", "sharp", "pino"],
  // `npm run typecheck` and `npm run verify` check types, those of the tests included.
  typescript: { ignoreBuildErrors: true },
  productionBrowserSourceMaps: false,
  experimental: {
    // Otherwise the page for "not found" would be part of every other page.
    globalNotFound: true,
    // Few style sheets, although each then has rules that its page does not need: a browser opens
    // six connections at once, and each style sheet takes one from a picture.
    cssChunking: { type: "graph", requestCost: 1_000_000 },
  },
  // Otherwise Next hides its prefetch headers from the proxy.
  skipProxyUrlNormalize: true,
  // The server runs in the project's folder, so no file is traced for a deployment without it.
  turbopack: {
    ignoreIssue: [{ path: "**", title: /tracing of the whole project/ }],
    // SWR brings a copy of the hook for React 17. React's own saves 0.4 KB on every page of results.
    resolveAlias: { "use-sync-external-store/shim": "react" },
  },
  devIndicators: false,
};
