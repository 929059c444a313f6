import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

afterEach(cleanup);

// A message on these channels is a defect somebody would see in the browser's console.
for (const channel of ["error", "warn"] as const) {
  vi.spyOn(console, channel).mockImplementation((...message: unknown[]) => {
    throw new Error(`unexpected console.${channel}: ${message.join(" ")}`);
  });
}
