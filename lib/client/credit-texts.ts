import type { CreditPart, CreditTexts } from "@/lib/core/credits/credit-facts";
import { creditMessages } from "@/lib/messages/compiled/credit";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { fullDayText } from "@/lib/messages/date-text";

const part = (name: CreditPart) => ({ part: name });

/** The texts of credits in the current locale. */
export const creditTexts: CreditTexts = {
  untitled: (place) => tileMessages("untitledFrom", { host: place }),
  date: (at) => fullDayText(Date.parse(at)),
  rights(clearance) {
    if (clearance === null) return creditMessages("notVerified");
    const { note } = clearance;
    const date = fullDayText(Date.parse(clearance.at));
    return note === ""
      ? creditMessages("cleared", { date })
      : creditMessages("clearedWithNote", { date, note });
  },
  sentence: ({ isNamed, isLinked }) =>
    creditMessages.parts<string | { part: CreditPart }>(isLinked ? "linked" : "plain", {
      named: isNamed ? "yes" : "no",
      title: part("title"),
      place: part("place"),
      url: part("url"),
      date: part("date"),
      rights: part("rights"),
    }),
};
