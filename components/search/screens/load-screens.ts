import { loadRefining } from "@/components/refinement/use-refined-answer";
import { revealHeader } from "@/lib/client/reveal-header";

/** Loads the screens and menus of a results page, and starts to reveal its header. Never rejects. */
export async function loadScreens(): Promise<void> {
  revealHeader();
  await Promise.allSettled([
    import("./waiting-screen"),
    import("./failure-screen"),
    import("./empty-screen"),
    import("../results/answer-note"),
    import("../results/more-images"),
    import("@/components/tile/broken-or-chosen"),
    import("@/components/tile/tile-menu"),
    import("@/components/refinement/refinement-panels"),
    loadRefining(),
  ]);
}
