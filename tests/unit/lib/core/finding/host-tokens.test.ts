import { expect, test } from "vitest";
import { hostToken, hostTokens, OWN_HOST_TOKEN } from "@/lib/core/finding/host-tokens";

test("a host has a token for itself and one for each domain above it", () => {
  expect(hostTokens("Photos.sea-side.example")).toBe(
    "hphotosseasideexample hseasideexample hexample",
  );
  expect(hostTokens("photos.sea-side.example").split(" ")).toContain(hostToken("sea-side.example"));
  expect(hostTokens(null)).toBe(OWN_HOST_TOKEN);
});
