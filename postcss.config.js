/**
 * The sizes of the window at which a layout changes, by name: `@media (--phone)`, `@media not (--phone)`.
 * Lightning CSS resolves `@custom-media` only in the file that defines it.
 *
 * @type {Record<string, string>}
 */
export const BREAKPOINTS = {
  "--phone": "(max-width: 43rem)",
  "--tablet": "(max-width: 56rem)",
  "--desktop": "(min-width: 64rem)",
  "--laptop": "(max-width: 70rem)",
  "--large-desktop": "(min-width: 96rem)",
  "--short": "(min-width: 64rem) and (max-height: 50rem)",
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

/**
 * The cascade, independent of the order in which files load: element defaults, primitives, shared
 * components, each by its path. The sheets of features are outside of any layer, and so override all
 * of them. Every file names all layers, because any of them may load first.
 *
 * @type {[string, RegExp][]}
 */
const LAYERS = [
  ["base", /\/app\/styles\/base\.css$/],
  ["primitives", /\/components\/ui\/(primitives|surface)\.module\.css$/],
  ["ui", /\/components\/ui\//],
];

const layers = {
  postcssPlugin: "layers",
  /**
   * @param {import("postcss").Root} root
   * @param {{ AtRule: new (defaults: object) => import("postcss").AtRule }} helpers
   */
  Once(root, { AtRule }) {
    const file = root.source?.input.file ?? "";
    const layer = LAYERS.find(([, pattern]) => pattern.test(file))?.[0];
    if (!layer) return;
    const content = new AtRule({ name: "layer", params: layer, nodes: [] });
    content.append(root.nodes);
    root.append({ name: "layer", params: LAYERS.map(([name]) => name).join(", ") }, content);
    // Lightning CSS takes `composes` at the top level only.
    content.walkDecls("composes", (declaration) => {
      const rule = declaration.parent?.clone({ nodes: [] });
      root.append(rule.append(declaration));
    });
  },
};

export default { plugins: [breakpoints, layers] };
