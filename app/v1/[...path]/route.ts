import { nothingHere } from "@/lib/http/nothing-here";
import { handle } from "@/lib/platform/http";

const answer = handle(nothingHere, { dialect: "interface" });

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
