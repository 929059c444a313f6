import { expect, test } from "vitest";
import { nodeWarning } from "@/lib/platform/version-floors";

test.each(["20.20.2", "22.23.3", "23.11.0", "24.21.9", "25.1.0", "26.12.0", "18.0.0"])(
  "Node %s is warned about",
  (version) => {
    expect(nodeWarning(version)).toContain(version);
  },
);

test.each(["22.23.4", "22.24.0", "24.22.1", "24.30.0", "26.12.1", "27.0.0"])(
  "Node %s is safe",
  (version) => {
    expect(nodeWarning(version)).toBeNull();
  },
);
