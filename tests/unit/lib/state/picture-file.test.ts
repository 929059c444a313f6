import { expect, test } from "vitest";
import { pictureFile } from "@/lib/state/picture-file";

test("names of a file and its folder are one line, without marks that change its direction", () => {
  const path = "trip\n\u001b[2J/photo\u202egpj.exe.jpg";
  expect(pictureFile({ path, location: "/p", kind: "folder" })).toEqual({
    folder: "trip [2J",
    fileName: "photogpj.exe.jpg",
  });
});
