import { readSetting, saveSetting } from "./saved-setting";

/** `template` is the editor's own, for the format of that name. */
export type ChosenFormat<Format extends string> = { format: Format; template: string };

/**
 * Reads and saves the format and the template that the editor last chose in this browser. `toFormat`
 * returns the format that a saved text names, and the default for any other.
 */
export function savedFormat<Format extends string>(
  name: string,
  toFormat: (saved: string | null) => Format,
  defaultTemplate: string,
) {
  const [formatName, templateName] = [`${name}-format`, `${name}-template`];
  const read = (): ChosenFormat<Format> => ({
    format: toFormat(readSetting(formatName)),
    template: readSetting(templateName) ?? defaultTemplate,
  });
  const save = (change: Partial<ChosenFormat<Format>>) => {
    const { format, template } = { ...read(), ...change };
    saveSetting(formatName, format === toFormat(null) ? null : format);
    saveSetting(templateName, template === defaultTemplate ? null : template);
  };
  return { read, save };
}
