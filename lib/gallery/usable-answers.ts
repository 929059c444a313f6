import "server-only";
import { AppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";

/**
 * Takes an answer with items of which none is usable for what it is: damage, not "nothing found". It
 * must not be kept as success, and counts as a failure of the service
 * (AppError service_answer_unreadable).
 */
export function usableAnswersOnly(service: SearchService): SearchService {
  return {
    async search(parameters, options) {
      const answer = await service.search(parameters, options);
      if (answer.items.length === 0 && answer.droppedCount > 0) {
        throw new AppError(
          "service_answer_unreadable",
          `none of ${answer.droppedCount} items is usable`,
        );
      }
      return answer;
    },
  };
}
