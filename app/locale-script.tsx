import { isDevelopment } from "@/lib/config";
import scripts from "@/lib/messages/compiled/scripts.json";
import { currentLocale } from "@/lib/messages/locale";
import { readNonce } from "./read-nonce";

/**
 * Gives a page in another language than English its texts. The browser reads the page's data, and so
 * hydrates the page, only after this script: it stands before them, and has no `async`.
 */
export async function LocaleScript() {
  const locale = currentLocale();
  const name = (scripts as Readonly<Record<string, string>>)[locale.tag];
  if (name === undefined) return null;
  const nonce = await readNonce();
  if (!isDevelopment()) return <script nonce={nonce} src={`/_next/static/messages/${name}`} />;
  // No build has copied the script.
  const json = JSON.stringify(locale).replaceAll("<", "\\u003c");
  return <script nonce={nonce}>{`globalThis.vitrineLocale=${json}`}</script>;
}
