import { expect, test, vi } from "vitest";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import { exportedImage } from "@/tests/support/requests/hostile-names";

/* WebKit refuses a write that begins after the click: when code has loaded, or after an `await`. */
test("credits are written in the click itself", async () => {
  const write = vi.spyOn(navigator.clipboard, "write").mockResolvedValue();
  const copied = copyCredits([exportedImage()]);
  expect(write).toHaveBeenCalledOnce();
  await copied;
  write.mockRestore();
});
