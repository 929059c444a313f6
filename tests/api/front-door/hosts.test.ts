import { describe, expect, test } from "vitest";
import { statusOf } from "@/tests/support/requests/raw-request";
import { frontDoorOfFile } from "@/tests/support/servers/front-door-of-file";

const { attempt, visits } = frontDoorOfFile();

describe("a host name", () => {
  const asking = (host: string, path = "/") =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

  test.each([
    "gallery.example",
    "GALLERY.example.:8443",
    "nas:3000",
    "localhost",
    "localhost:3000",
    "lighthouse.localhost:3000",
    "192.168.1.5:3000",
    "[::1]:3000",
    "[fd00::5]",
  ])("%s is this server's", async (host) => {
    expect(statusOf(await attempt(asking(host)))).toBe(200);
    expect(visits).toHaveLength(1);
  });

  test.each([
    "evil.example",
    "gallery.example.evil.example",
    "evil-gallery.example",
    "localhost.evil.example",
    "192.168.1.5.evil.example",
    "0x7f.1",
    "[evil]",
    "",
  ])("%j is not: 421, and the response names the setting", async (host) => {
    const answer = await attempt(asking(host, "/search?q=sea"));
    expect(statusOf(answer)).toBe(421);
    expect(answer).toContain("VITRINE_ALLOWED_HOSTS");
    if (host !== "") expect(answer).not.toContain(host);
    expect(visits).toEqual([]);
  });

  test.each(["/thumb/a/320", "/api/search?q=sea", "/_next/static/chunks/main-0a1b.js"])(
    "that is foreign gets nothing of %s",
    async (path) => {
      expect(statusOf(await attempt(asking("evil.example", path)))).toBe(421);
      expect(visits).toEqual([]);
    },
  );

  test.each(["/healthz", "/readyz"])("does not matter for health checks: %s", async (path) => {
    expect(statusOf(await attempt(asking("service-7f9c.internal", path)))).toBe(200);
  });
});
