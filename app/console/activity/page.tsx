import { ActivityPage } from "@/components/console/activity-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage } from "../console-page";

const REQUEST_ID_CHARACTERS_MAX = 100;

const { generateMetadata, Page } = consolePage("activity", async ({ parameters }) => {
  const { console } = vitrine();
  const text = (parameters.get("request") ?? "").trim();
  const asked = text.slice(0, REQUEST_ID_CHARACTERS_MAX);
  const [activity, found] = await Promise.all([console.activity(), console.request(asked)]);
  return <ActivityPage {...activity} asked={asked} found={found} />;
});

export { generateMetadata };
export default Page;
