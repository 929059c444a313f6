/** The user who owns nothing, in most systems. */
export const UNPRIVILEGED_UID = 65_534;

/** Runs `work` as a user who may read only what all may read: permissions do not stop root. */
export async function unprivileged(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(UNPRIVILEGED_UID);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
