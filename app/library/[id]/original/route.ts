import { everyMethod, handle } from "@/lib/platform/http";
import { originalEndpoint } from "@/lib/service/original-endpoint";
import { vitrine } from "@/lib/vitrine";

type Segments = { params: Promise<{ id: string }> };

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(
  async (request: Request, { params }: Segments): Promise<Response> => {
    const { id } = await params;
    return handle((request, { signal }) =>
      originalEndpoint(vitrine().embedded.openOriginal)(request, { id, signal }),
    )(request);
  },
);
