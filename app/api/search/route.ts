import { answerRoute } from "@/lib/page-bridge";

/**
 * GET and POST /api/search (lib/gallery/search-endpoints.ts), without the front door. proxy.ts answers
 * the other routes.
 */
async function answer(request: Request): Promise<Response> {
  return (await answerRoute(request)) ?? new Response(null, { status: 404 });
}

// Every method, so that the application decides about each.
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
