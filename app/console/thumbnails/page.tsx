import { ThumbnailsPage } from "@/components/console/thumbnails-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage } from "../console-page";

const { generateMetadata, Page } = consolePage("thumbnails", async () => {
  const thumbnails = await vitrine().console.thumbnails();
  return <ThumbnailsPage {...thumbnails} />;
});

export { generateMetadata };
export default Page;
