import { HomeDesk } from "@/components/home/home-desk";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { readLabel } from "./read-label";

export default async function HomePage() {
  const service = await readLabel();
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <HomeDesk service={service} />
      </main>
      <SiteFooter service={service} isPlain />
    </>
  );
}
