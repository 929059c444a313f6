// @ts-check

/** @type {import("next").NextConfig} */
export default {
  // The image optimiser has had request-forgery holes; thumbnails are ours (docs/decisions).
  images: { unoptimized: true },
  poweredByHeader: false,
  // The front door compresses, with Brotli where the browser accepts it (lib/http/front-door).
  compress: false,
  reactStrictMode: true,
  // Loads native modules, and packages that start worker threads, from node_modules at run time.
  // Excludes `postgres`: an external package of ES modules would add a loader of asynchronous
  // modules, 450 bytes, to the scripts of every page.
  serverExternalPackages: ["libsql", "sharp", "pino"],
  // `npm run typecheck` and `npm run verify` check types, including those of the tests.
  typescript: { ignoreBuildErrors: true },
  productionBrowserSourceMaps: false,
  experimental: {
    // Otherwise every page would include the "not found" page.
    globalNotFound: true,
    // Prefers few style sheets, even if they have rules that a page does not need: a browser opens
    // six connections at once, and each style sheet takes one from a picture.
    cssChunking: { type: "graph", requestCost: 1_000_000 },
  },
  // Otherwise Next hides its prefetch headers from the proxy.
  skipProxyUrlNormalize: true,
  // The server runs in the project's folder, so no files are traced for a standalone deployment.
  turbopack: {
    ignoreIssue: [{ path: "**", title: /tracing of the whole project/ }],
    // SWR includes a copy of the hook for React 17. React's own saves 0.4 KB per page of results.
    resolveAlias: { "use-sync-external-store/shim": "react" },
  },
  devIndicators: false,
};
