export { pickedImagesOf } from "@/lib/client/picker/picked-answer";
export { DetailsDialog } from "./details-dialog";
