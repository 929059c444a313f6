/**
 * Run by Next once, before the server takes its first request: a configuration that can't be used
 * ends the process with all its problems, and the library's scan begins. Nothing is waited for.
 */
export async function register(): Promise<void> {
  // Not configuration: Next puts a constant here, so that what follows is left out of the bundle
  // for the runtime that has no files and no threads.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { ConfigError, config } = await import("@/lib/config");
    const { log } = await import("@/lib/platform/log");
    const { nodeWarning } = await import("@/lib/platform/node-floor");
    const { recordPeerAddresses } = await import("@/lib/http/peer-ip");
    const { versionProblems } = await import("@/lib/platform/version-floors");
    const { vitrine } = await import("@/lib/vitrine");

    try {
      config();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    }
    recordPeerAddresses();
    const warning = nodeWarning(process.versions.node);
    if (warning !== null) log().warn({ event: "unsafe_node", warning });
    for (const problem of versionProblems()) log().error({ event: "unsafe_package", problem });

    const { config: settings, label } = vitrine();
    label().then(
      (service) => log().info({ event: "started", publicUrl: settings.publicUrl, service }),
      (err) => log().error({ event: "service_failed_at_start", err }),
    );
  }
}
