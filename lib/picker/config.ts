import "server-only";
import { z } from "zod";
import { isLoopbackHost } from "@/lib/platform/host-name";
import { listSetting } from "@/lib/platform/settings";
import { readOrigin } from "./caller";

export type PickerConfig = ReturnType<typeof readPickerConfig>;

export const PICKER_SETTINGS = z.object({
  VITRINE_PICKER_ORIGINS: listSetting(
    "origins such as https://cms.example.com, separated by commas",
    (texts) => {
      const origins = texts.map((text) => readOrigin(text));
      return origins.every((origin) => origin !== null) ? origins : null;
    },
  ).meta({
    description:
      "The origins of the programs that may open /picker, separated by commas. Each program's pages may embed the picker and receive the images that people choose in it. An origin is a scheme, a host name and a port, without a path; another port or subdomain is another origin. If VITRINE_PUBLIC_URL begins with https, so must the origins, except localhost, because anyone on the network path can change a page sent over http.",
    defaultText: "none",
    example: "https://cms.example.com",
  }),
  VITRINE_PICKER_SEARCHES: z.enum(["press", "signed"]).default("press").meta({
    description:
      "What a paid search in the picker needs: press, only that the visitor presses Search; signed, also a grant, which the other program's server requests with a key of its account (POST /v1/picker-grants) and which makes the search count towards that account's quota.",
  }),
});

/** Adds errors that concern several settings to `problems`. */
export function readPickerConfig(
  values: z.output<typeof PICKER_SETTINGS>,
  publicUrl: string,
  problems: string[],
) {
  const pickerOrigins = values.VITRINE_PICKER_ORIGINS;
  if (publicUrl.startsWith("https:") && pickerOrigins.some(isPlainAndRemote)) {
    problems.push(
      "VITRINE_PICKER_ORIGINS: https origins, because VITRINE_PUBLIC_URL begins with https",
    );
  }
  return {
    /** The origins of the programs that may open the picker. */
    pickerOrigins,
    pickerSearches: values.VITRINE_PICKER_SEARCHES,
  };
}

function isPlainAndRemote(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && !isLoopbackHost(hostname);
}
