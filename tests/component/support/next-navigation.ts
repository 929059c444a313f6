import { createContext, useContext } from "react";

/**
 * Stands in for `next/navigation`, whose router runs only within a page of Next: components read the
 * URL's parameters from the context that a test provides. Journeys run the real router.
 */
export const SearchParamsContext = createContext(new URLSearchParams());

export const useSearchParams = () => useContext(SearchParamsContext);

export const usePathname = () => location.pathname;
