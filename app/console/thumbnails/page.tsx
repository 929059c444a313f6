import { ThumbnailsPage } from "@/components/console/thumbnails-page";
import { vitrine } from "@/lib/page-bridge";
import { signedInOperator } from "../../signed-in";
import { ConsoleShell, consoleMetadata } from "../console-shell";

export const generateMetadata = () => consoleMetadata("thumbnails");

export default async function ThumbnailsRoute() {
  await signedInOperator("/console/thumbnails");
  const thumbnails = await vitrine().console.thumbnails();
  return (
    <ConsoleShell>
      <ThumbnailsPage {...thumbnails} />
    </ConsoleShell>
  );
}
