import "@testing-library/jest-dom/vitest";
import "@/app/styles/typeface.css";
import "@/app/styles/tokens.css";
import "@/app/styles/base.css";
import { cleanup, configure } from "@testing-library/react";
import { deleteDB } from "idb";
import { afterEach, vi } from "vitest";
import { watchTexts } from "./movable-texts";

// Each file has a page of its own; the pages share what the browser stores.
for (const storage of [localStorage, sessionStorage]) storage.clear();
for (const { name } of await indexedDB.databases()) if (name) await deleteDB(name);

afterEach(cleanup);
watchTexts();

// For what never comes: on a busy machine lazily loaded code takes longer than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

// A message in the browser's console is a defect.
for (const channel of ["error", "warn"] as const) {
  vi.spyOn(console, channel).mockImplementation((...message: unknown[]) => {
    throw new Error(`unexpected console.${channel}: ${message.join(" ")}`);
  });
}
