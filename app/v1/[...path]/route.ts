import { handle } from "@/lib/server/http";
import { nothingHere } from "@/lib/server/nothing-here";

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
