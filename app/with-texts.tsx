import type { ReactNode } from "react";
import { WithLocale } from "@/components/site/with-locale";
import { isDevelopment } from "@/lib/config";
import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale } from "@/lib/messages/locale";
import { readNonce } from "./read-nonce";

/**
 * Gives a page in another language than English its texts. The browser reads the page's data, and so
 * hydrates the page, only after this script: it stands before them, and has no `async`.
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
      <WithLocale src={src}>{children}</WithLocale>
      <script nonce={nonce} src={src} />
    </>
  );
}
