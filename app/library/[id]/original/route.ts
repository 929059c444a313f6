import { handle } from "@/lib/platform/http";
import { originalEndpoint } from "@/lib/service/original-endpoint";
import { vitrine } from "@/lib/vitrine";

type Segments = { params: Promise<{ id: string }> };

async function answer(request: Request, { params }: Segments): Promise<Response> {
  const { id } = await params;
  return handle((request, { signal }) =>
    originalEndpoint(vitrine().embedded.openOriginal)(request, { id, signal }),
  )(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
