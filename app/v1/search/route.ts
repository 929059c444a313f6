import { everyMethod, handle } from "@/lib/platform/http";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import { vitrine } from "@/lib/vitrine";

// Every method, so that a wrong one gets the interface's error body too.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(
  handle(
    (request, context) => {
      const { embedded, serviceKeys } = vitrine();
      return serviceSearchEndpoint(embedded, serviceKeys)(request, context);
    },
    { dialect: "interface" },
  ),
);
