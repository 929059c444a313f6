import type { ReactNode } from "react";
import { WaitForTexts } from "@/components/site/wait-for-texts";
import { isDevelopment } from "@/lib/config";
import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale } from "@/lib/messages/locale";
import { readNonce } from "./read-nonce";

/**
 * Gives a page in another language than English its texts, by a script after the content. Next's data for
 * hydration follows the script, which has no `async`, so the browser runs it before hydration.
 */
export async function WithTexts({ children }: { children: ReactNode }) {
  const locale = currentLocale();
  const name = (scripts as Readonly<Record<string, string>>)[locale.tag];
  if (name === undefined) return children;
  const nonce = await readNonce();
  if (isDevelopment()) {
    // No build has copied the script.
    const json = JSON.stringify(locale).replaceAll("<", "\\u003c");
    return (
      <>
        {children}
        <script nonce={nonce}>{`globalThis.vitrineLocale=${json}`}</script>
      </>
    );
  }
  const src = `/_next/static/messages/${name}`;
  return (
    <>
      <WaitForTexts src={src}>{children}</WaitForTexts>
      <script nonce={nonce} src={src} />
    </>
  );
}
