import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EventTable } from "@/components/console/event-table";

test("times and durations of an event are readable, and ids are names", () => {
  const event = {
    ...{
      sequence: 1,
      atMs: Date.UTC(2026, 4, 4, 9, 30),
      actor: "command",
      from: "local",
      hash: "",
    },
    ...{ action: "key.rotated", subject: "key:1" },
    details: {
      account: "account-1",
      expiresAtMs: Date.UTC(2026, 5, 1, 12),
      overlapMs: 86_400_000,
      constructor: "plain",
    },
  };
  const names = { "account-1": { kind: "account", name: "ada@example.com" } } as const;
  render(<EventTable events={[event]} names={names} />);
  for (const detail of [
    "Key rotated",
    "key.rotated",
    "account: ada@example.com",
    "expires: 1 Jun 2026, 12:00:00",
    "old key works for: 24 hours",
    "constructor: plain",
  ]) {
    expect(screen.getByText(detail)).toBeDefined();
  }
});
