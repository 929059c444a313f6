const FIRST_ACCOUNT = "To manage the search service, run: npm run accounts -- operator";

/**
 * Next calls this once, before the first request. Ends the process with all problems if the
 * configuration is invalid; starts the library's scan without waiting for it.
 */
export async function register(): Promise<void> {
  // Not a setting: Next replaces this by a constant, so that it removes the following code from the
  // edge bundle, which has neither files nor threads.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { ConfigError, config } = await import("@/lib/config");
    const { setLocale } = await import("@/lib/messages/locale");
    const { LOCALES } = await import("@/lib/messages/locales");
    const { log } = await import("@/lib/platform/log");
    const { nodeWarning, versionProblems } = await import("@/lib/platform/version-floors");
    const { providePages } = await import("@/lib/page-bridge");
    const { createVitrine } = await import("@/lib/vitrine");

    try {
      config();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    }
    const warning = nodeWarning(process.versions.node);
    if (warning !== null) log().warn({ event: "unsafe_node", warning });
    for (const problem of versionProblems()) log().error({ event: "unsafe_package", problem });

    // Behind the front door, this returns the program that the server has already created.
    const { program } = providePages(() => {
      setLocale(LOCALES[config().locale]);
      return createVitrine(config());
    });
    const { label, people, serviceKeys } = program;
    const { publicUrl } = config();
    label().then(
      (service) =>
        log().info({ event: "started", publicUrl, service, serviceKeyFile: serviceKeys.file }),
      (err) => log().error({ event: "service_failed_at_start", err }),
    );
    people.isAnyone().then(
      (isAnyone) => {
        if (!isAnyone) log().info({ event: "no_account", hint: FIRST_ACCOUNT });
      },
      // The store's check reports the failure.
      () => {},
    );
  }
}
