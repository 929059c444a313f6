export { MissingPage as default } from "../missing-page";
