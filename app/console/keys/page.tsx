import { KeysPage } from "@/components/console/keys-page";
import { KEY_SORTS } from "@/lib/contract/account";
import { vitrine } from "@/lib/page-bridge";
import { askedSort, askedText, consolePage, doneText, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("keys", async ({ parameters, asked, notice }) => {
  const text = askedText(parameters);
  const sort = askedSort(parameters, KEY_SORTS);
  const { keys, count } = await vitrine().accounts.keys({ account: null, ...asked, text, sort });
  return (
    <KeysPage
      keys={keys}
      list={{ ...pagedOf(asked, count), text, sort }}
      nowMs={Date.now()}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
