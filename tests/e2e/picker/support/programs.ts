/**
 * The programs that open the picker in journeys. Each has a port of its own, so that journeys may run
 * side by side.
 */
const PORTS = {
  protocol: 3110,
  module: 3111,
  form: 3112,
  tiptap: 3113,
  easymde: 3114,
  react: 3115,
};

export type ProgramName = keyof typeof PORTS;

export const portOf = (name: ProgramName): number => PORTS[name];

/** Chromium resolves the names below `localhost`; for it, they are another site than `localhost`. */
export const originOf = (name: ProgramName): string => `http://cms.localhost:${PORTS[name]}`;

export const PROGRAM_ORIGINS = Object.keys(PORTS).map((name) => originOf(name as ProgramName));
