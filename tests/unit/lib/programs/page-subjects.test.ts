import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findPageSubjects } from "@/lib/programs/page-subjects.mjs";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const FILES = {
  "app/layout.tsx": 'import { Announcer } from "@/components/announcer";',
  "app/error.tsx": '"use client";\nimport { a } from "@/lib/messages/compiled/crash";',
  "app/global-not-found.tsx": 'import { a } from "@/lib/messages/compiled/server-only";',
  "app/page.tsx": 'import { a } from "@/lib/messages/compiled/server-only";',
  "app/things/[id]/page.tsx": 'import { Thing } from "@/components/thing";',
  "app/things/[id]/not-found.tsx": 'import { Gone } from "@/components/gone";',
  "components/announcer.tsx":
    '"use client";\nimport { a } from "@/lib/messages/compiled/announcer";',
  "components/gone.tsx": '"use client";\nimport { a } from "@/lib/messages/compiled/gone";',
  "components/thing.tsx": `/** A comment. */
"use client";
import type { Other } from "@/components/other";
import { type Kind, part } from "./part";
type Lazy = typeof import("./typed");
const load = () => import("./lazy");`,
  "components/part.ts": 'export { b } from "@/lib/messages/compiled/part";',
  "components/other.ts": 'import { a } from "@/lib/messages/compiled/other";',
  "components/typed.ts": 'import { a } from "@/lib/messages/compiled/typed";',
  "components/lazy.tsx": 'import { a } from "@/lib/messages/compiled/lazy";',
};

test("a page's first scripts need what they import, not what loads later or is rendered only", () => {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(findPageSubjects(root)).toEqual({
    pages: {
      "/": ["announcer", "crash"],
      "/things/[id]": ["announcer", "crash", "gone", "part"],
      "*": [],
    },
    browser: ["announcer", "crash", "gone", "lazy", "part"],
  });
});
