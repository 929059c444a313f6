import "server-only";
import { toAppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";
import type { SearchEvents } from "./search-events";

/** Tells of each call that is really made, with its outcome and how long it took. */
export function countCalls(service: SearchService, events: SearchEvents): SearchService {
  return {
    async search(parameters, options) {
      const startedMs = performance.now();
      const tell = (outcome: Parameters<SearchEvents["called"]>[0]["outcome"]) =>
        events.called({ outcome, seconds: (performance.now() - startedMs) / 1000 });
      try {
        const answer = await service.search(parameters, options);
        tell("ok");
        return answer;
      } catch (cause) {
        tell(toAppError(cause).code);
        throw cause;
      }
    },
  };
}
