import "server-only";
import { delimiter, resolve } from "node:path";
import { z } from "zod";
import { secretFile } from "@/lib/platform/settings";

export type ServiceConfig = {
  /** Absolute folders of pictures to scan at start; read only. */
  libraryDirs: string[];
  /** The key of our own `/v1/search`; null: generated at first start and kept in the data folder. */
  serviceKey: string | null;
  /** Signs the cookies of sessions; null: generated and kept in the data folder. */
  sessionSecret: string | null;
  /** Whether visitors may make accounts without an invitation. */
  isSignUpOpen: boolean;
};

export const SERVICE_SETTINGS = z.object({
  VITRINE_LIBRARY_DIRS: z.string().default("").meta({
    description:
      'Your own pictures: folders to scan at start, separated by ":" (";" on Windows). The server only reads them.',
    example: "/home/me/Pictures:/srv/archive",
  }),
  VITRINE_SERVICE_KEY: z.string().min(24, "at least 24 characters").optional().meta({
    description:
      "The key that other programs send to /v1/search, at least 24 characters. Without it, the server makes one at its first start and keeps it in the data folder as service-key.secret.",
    defaultText: "made at first start",
    example: "",
  }),
  VITRINE_SERVICE_KEY_FILE: secretFile("VITRINE_SERVICE_KEY"),
  VITRINE_SIGN_UP: z.enum(["closed", "open"]).default("closed").meta({
    description:
      "Who may have an account of the search service: closed, only people whom the operator invites; open, every visitor, on the first plan.",
  }),
  VITRINE_SESSION_SECRET: z.string().min(32, "at least 32 characters").optional().meta({
    description:
      "The secret that signs the cookies of people who are signed in, at least 32 characters. Without it, the server makes one at its first start and keeps it in the data folder as sessions.secret. Several instances need the same. With another secret, everyone has to sign in again.",
    defaultText: "made at first start",
    example: "",
  }),
  VITRINE_SESSION_SECRET_FILE: secretFile("VITRINE_SESSION_SECRET"),
});

export function readServiceConfig(values: z.output<typeof SERVICE_SETTINGS>): ServiceConfig {
  return {
    libraryDirs: values.VITRINE_LIBRARY_DIRS.split(delimiter)
      .filter((folder) => folder.trim() !== "")
      .map((folder) => resolve(folder.trim())),
    serviceKey: values.VITRINE_SERVICE_KEY ?? null,
    sessionSecret: values.VITRINE_SESSION_SECRET ?? null,
    isSignUpOpen: values.VITRINE_SIGN_UP === "open",
  };
}
