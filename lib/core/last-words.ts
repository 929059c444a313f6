/** What the pages of last resort say: apart from all other words, so that they load with nothing else. */
export const LAST_WORDS = {
  title: "This page broke",
  message: "Something on it could not be shown. Your words are still in the address.",
  move: "Your move: try again, or start from the search field.",
  again: "Try again",
  home: "To the start page",
};
