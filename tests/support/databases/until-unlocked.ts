/**
 * Repeats a write that PostgreSQL refused because another held the same lock for too long: on a busy
 * machine, a few seconds are too short for many writers of one row. Nothing was written.
 */
export async function untilUnlocked<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!String(cause).includes("waited too long for a lock")) throw cause;
    return untilUnlocked(write);
  }
}
