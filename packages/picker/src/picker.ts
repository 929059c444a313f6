import { ImagePickerElement } from "./image-picker.js";

export { PickerError, type PickerErrorCode } from "./messages.js";
export { type PickOptions, pick, returned } from "./pick.js";
export type { Crop, Picked, Slot } from "./protocol.js";
export type { ImagePickerElement };

declare global {
  interface HTMLElementTagNameMap {
    "image-picker": ImagePickerElement;
  }
}

if (globalThis.customElements && !customElements.get("image-picker")) {
  customElements.define("image-picker", ImagePickerElement);
}
