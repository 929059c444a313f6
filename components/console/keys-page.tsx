import { KEY_SORTS, type KeySort, type OwnedKey } from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { ConsoleFrame } from "./console-frame";
import { KeyTable } from "./key-table";
import { type ListView, SearchedList } from "./searched-list";

type KeysPageProps = {
  keys: readonly OwnedKey[];
  list: ListView<KeySort>;
  nowMs: number;
  done: string | null;
};

/** The API keys of all accounts. */
export function KeysPage({ keys, list, nowMs, done }: KeysPageProps) {
  return (
    <ConsoleFrame
      place="keys"
      facts={[consoleMessages("keyTotal", { count: list.count })]}
      done={done}
    >
      <div>
        <SearchedList
          path="/console/keys"
          list={list}
          label={consoleMessages("searchKeys")}
          sorts={KEY_SORTS.map((value) => ({ value, name: consoleMessages(`keySort.${value}`) }))}
          empty={consoleMessages("noKeys")}
        >
          {keys.length > 0 && <KeyTable keys={keys} nowMs={nowMs} />}
        </SearchedList>
      </div>
    </ConsoleFrame>
  );
}
