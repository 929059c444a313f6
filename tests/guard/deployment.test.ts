import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig, SETTINGS } from "@/lib/config";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { COMPOSE_SIZES, serversOfCompose } from "@/tests/support/servers/compose-file";
import { nginxArguments } from "@/tests/support/servers/nginx";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";

const NGINX = "/usr/sbin/nginx";

test.each(COMPOSE_SIZES)("compose.yaml sets what the size %s needs", (size) => {
  const variables = { DATABASE_PASSWORD: "a-password", ...sharedSecrets() };
  const servers = Object.values(serversOfCompose(size, variables));
  expect(servers).toHaveLength(size === "fleet" ? 3 : 1);
  for (const settings of servers) {
    expect(Object.keys(SETTINGS.shape)).toEqual(expect.arrayContaining(Object.keys(settings)));
    const { databaseUrl, trustedProxies } = parseConfig(settings);
    expect(databaseUrl === null).toBe(size === "alone");
    expect(trustedProxies.kind).toBe(size === "fleet" ? "hops" : "none");
  }
});

test.skipIf(!existsSync(NGINX))("nginx accepts docs/deploy/nginx.conf", () => {
  const addresses = ["http://localhost:3001", "http://localhost:3002"];
  const args = nginxArguments({ addresses, folder: temporaryFolder(), port: 3000 });
  expect(() => execFileSync(NGINX, [...args, "-t"], { stdio: "pipe" })).not.toThrow();
});
