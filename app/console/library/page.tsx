import { LibraryPage } from "@/components/console/library-page";
import { vitrine } from "@/lib/http/page-bridge";
import { signedInOperator } from "../../signed-in";
import { ConsoleShell, consoleMetadata } from "../console-shell";

export const generateMetadata = () => consoleMetadata("library");

export default async function LibraryRoute() {
  await signedInOperator("/console/library");
  const { scan, sources } = await vitrine().console.library();
  return (
    <ConsoleShell>
      <LibraryPage scan={scan} sources={sources} nowMs={Date.now()} />
    </ConsoleShell>
  );
}
