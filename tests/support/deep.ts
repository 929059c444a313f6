/** Whether `npm run verify -- --deep` runs the tests: every repetition, however long it takes. */
const isDeep = process.env.VITRINE_TEST_DEEP === "1";

/** How often a test repeats what it checks: `few` times by default, `all` times with `--deep`. */
export function repetitions({ few, all }: { few: number; all: number }): number {
  return isDeep ? all : few;
}
