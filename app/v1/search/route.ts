import { handle } from "@/lib/platform/http";
import { searchEndpoint } from "@/lib/service/search-endpoint";
import { vitrine } from "@/lib/vitrine";

const answer = handle(
  (request, context) => {
    const { embedded, serviceKeys } = vitrine();
    return searchEndpoint(embedded, serviceKeys)(request, context);
  },
  { dialect: "interface" },
);

// Every method is mounted, so that a wrong one gets the interface's error body too.
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
