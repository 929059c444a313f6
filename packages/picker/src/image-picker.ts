import type { PickerError } from "./messages.js";
import { type PickOptions, pick } from "./pick.js";
import type { Picked } from "./protocol.js";

/** The options that are attributes too, in kebab case. */
const ATTRIBUTES = [
  "url",
  "mode",
  "label",
  "closeLabel",
  "callerName",
  "documentName",
  "slots",
  "query",
  "safesearch",
  "theme",
  "locale",
  "originals",
] as const;

/** Servers that render pages have no elements. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<image-picker name="…" caller-name="…" slots="[…]" required>`: a form control whose value is the
 * JSON of the chosen images. Its content is the text of its button. Dispatches `change` when a
 * person has chosen or removed images, and `error` (an `ErrorEvent`) when the picker fails.
 */
export class ImagePickerElement extends Base {
  static formAssociated = true;
  static observedAttributes = ["required", "value"];

  readonly #internals = this.attachInternals();
  readonly #button = createButton("button", "", "Choose images");
  readonly #remove = createButton("remove", "remove", "Remove");
  readonly #list = createPart("ul", "list");
  readonly #problem = createPart("p", "problem");
  #images: readonly Picked[] = [];
  #options: Partial<PickOptions> = {};
  #opening = new AbortController();

  constructor() {
    super();
    this.#internals.role = "group";
    this.#list.ariaLive = "polite";
    this.#problem.role = "alert";
    this.#button.onclick = () => this.#choose();
    this.#remove.onclick = () => {
      this.#button.focus();
      this.#change([]);
    };
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const styles = new CSSStyleSheet();
    // Without space when they are empty.
    styles.replaceSync("ul,p{margin:0}");
    root.adoptedStyleSheets = [styles];
    root.append(this.#button, this.#remove, this.#list, this.#problem);
    this.images = [];
    // A page may have set properties before this class was defined.
    for (const name of ["options", "value", "images"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
    }
  }

  /** Options of `pick`, which take precedence over attributes. */
  get options(): Partial<PickOptions> {
    return this.#options;
  }

  set options(options: Partial<PickOptions> | undefined) {
    this.#options = options ?? {};
  }

  get images(): readonly Picked[] {
    return this.#images;
  }

  set images(images: readonly Picked[]) {
    this.#images = images;
    this.#internals.setFormValue(this.value);
    this.#remove.hidden = images.length === 0;
    this.#problem.textContent = "";
    this.#list.replaceChildren(
      ...images.map(({ alternativeText, fileName }) => {
        const item = createPart("li", "image");
        item.textContent = alternativeText || fileName;
        return item;
      }),
    );
    this.#validate();
  }

  /** The images as JSON; a form submits it. */
  get value(): string {
    return JSON.stringify(this.#images);
  }

  set value(json: string) {
    this.images = JSON.parse(json || "[]");
  }

  get name(): string {
    return this.getAttribute("name") ?? "";
  }

  set name(name: string) {
    this.setAttribute("name", name);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === "value") this.value = value ?? "";
    else this.#validate();
  }

  disconnectedCallback(): void {
    // An element that moves is connected again at once.
    setTimeout(() => this.isConnected || this.#opening.abort());
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#button.disabled = this.#remove.disabled = isDisabled;
  }

  formResetCallback(): void {
    this.value = this.getAttribute("value") ?? "";
  }

  formStateRestoreCallback(state: string): void {
    this.value = state;
  }

  #validate(): void {
    const isMissing = this.hasAttribute("required") && this.#images.length === 0;
    // The browser's own message, in the person's language.
    const required = document.createElement("input");
    required.required = true;
    this.#internals.setValidity(
      { valueMissing: isMissing },
      required.validationMessage,
      this.#button,
    );
  }

  #change(images: readonly Picked[]): void {
    this.images = images;
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async #choose(): Promise<void> {
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      this.#change(await pick({ ...this.#attributes(), ...this.#options, signal }));
    } catch (error) {
      if (signal.aborted || (error as PickerError).code === "closed") return;
      const { message } = error as Error;
      this.#problem.textContent = message;
      this.dispatchEvent(new ErrorEvent("error", { error, message }));
    }
  }

  #attributes(): PickOptions {
    const options: Record<string, unknown> = {};
    for (const name of ATTRIBUTES) {
      const value = this.getAttribute(name.replace(/[A-Z]/g, (letter) => `-${letter}`));
      if (value !== null) options[name] = name === "slots" ? JSON.parse(value) : value;
    }
    return options as PickOptions;
  }
}

function createPart<Name extends "button" | "li" | "p" | "ul">(
  name: Name,
  part: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.part.add(part);
  return element;
}

/** Returns a button whose text the page may replace. */
function createButton(part: string, slotName: string, text: string): HTMLButtonElement {
  const button = createPart("button", part);
  const slot = document.createElement("slot");
  slot.name = slotName;
  slot.textContent = text;
  button.type = "button";
  button.append(slot);
  return button;
}
