import pseudo from "./compiled/pseudo.json";
import type { Locale } from "./locale";

/** For tests: generated from English, and written from right to left. */
export const PSEUDO: Locale = {
  tag: "en-XA",
  direction: "rtl",
  messages: pseudo as unknown as Locale["messages"],
};
