import type { ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { consoleMessages } from "@/lib/messages/compiled/console";
import styles from "./console.module.css";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

/** A list as the URL asks for it. */
export type ListView<Sort extends string = string> = Paged & {
  /** The text that its rows contain; empty for all rows. */
  text: string;
  sort: Sort;
};

type SearchedListProps = {
  /** The path of the page. */
  path: string;
  list: ListView;
  /** Accessible name and placeholder of the text field. */
  label: string;
  /** The orders to choose from; none for a list with a single order. */
  sorts?: readonly { value: string; name: string }[];
  /** The text of a list without rows. */
  empty: string;
  /** The rows; `false` if there are none. */
  children: ReactNode;
};

/** A list in pages, with the form that searches and sorts it. Needs no script. */
export function SearchedList(props: SearchedListProps) {
  const { path, list, label, sorts = [], empty, children } = props;
  const { text, sort } = list;
  const hrefOf = (page: number) => {
    const fields = { ...(text && { q: text }), ...(sort && { sort }), page: String(page) };
    return `${path}?${new URLSearchParams(fields)}`;
  };
  return (
    <>
      <search>
        <form action={path} className={styles.listForm}>
          <input
            type="search"
            name="q"
            className={form.input}
            aria-label={label}
            placeholder={label}
            defaultValue={text}
          />
          {sorts.length > 0 && (
            <select
              name="sort"
              className={form.select}
              aria-label={consoleMessages("sort")}
              defaultValue={sort}
            >
              {sorts.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <button type="submit" className={button.button}>
            {consoleMessages("search")}
          </button>
          {text !== "" && (
            <a className={button.bare} href={path}>
              {consoleMessages("showAll")}
            </a>
          )}
        </form>
      </search>
      {children || (
        <p className={primitives.note}>{text === "" ? empty : consoleMessages("noMatch")}</p>
      )}
      <ListPages of={list} hrefOf={hrefOf} />
    </>
  );
}
