/**
 * The widths of the window at which a layout changes, by name: `@media (--phone)`, `@media not (--phone)`.
 * Lightning CSS resolves `@custom-media` only in the file that defines it.
 *
 * @type {Record<string, string>}
 */
const BREAKPOINTS = {
  "--narrow-phone": "(max-width: 27rem)",
  "--two-columns": "(min-width: 34rem)",
  "--roomy": "(min-width: 40rem)",
  "--phone": "(max-width: 43rem)",
  "--small-tablet": "(max-width: 48rem)",
  "--tablet": "(max-width: 52rem)",
  "--large-tablet": "(max-width: 56rem)",
  "--one-pane": "(max-width: 60rem)",
  "--desktop": "(min-width: 64rem)",
  "--laptop": "(max-width: 68rem)",
  "--large-laptop": "(max-width: 70rem)",
  "--large-desktop": "(min-width: 96rem)",
};

const breakpoints = {
  postcssPlugin: "breakpoints",
  AtRule: {
    /** @param {{ params: string, error: (message: string) => Error }} rule */
    media(rule) {
      rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name) => {
        if (!BREAKPOINTS[name]) throw rule.error(`No breakpoint has the name ${name}.`);
        return BREAKPOINTS[name];
      });
    },
  },
};

export default { plugins: [breakpoints] };
