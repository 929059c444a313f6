import "server-only";

/**
 * One answer as it is stored. `key` stands for the whole query, `family` for the query without its
 * count; both are hashes, so the store holds no visitor's text.
 */
export type AnswerRecord = {
  key: string;
  family: string;
  /** How many images were asked for. */
  count: number;
  /** When the service answered; milliseconds since the epoch. */
  answeredAtMs: number;
  /** When it may be deleted. */
  keepUntilMs: number;
  /** JSON; its shape is up to the caller. */
  body: string;
};

/** Stores answers. Losing them is safe but costs money. */
export type AnswerStore = {
  find(key: string): Promise<AnswerRecord | null>;
  /** Only `answeredAtMs` of the record that `find` would return; cheaper. */
  stampOf(key: string): Promise<number | null>;
  /** A family's answers with a count above `count`, the newest first; at most ten. */
  findLarger(family: string, count: number): Promise<AnswerRecord[]>;
  /** Stores an answer; replaces an older one with its key. */
  put(answer: AnswerRecord): Promise<void>;
  /** Deletes expired answers, then the oldest ones until all fit the store. */
  purge(nowMs: number): Promise<void>;
};

/** How many larger answers a store offers; a family has rarely more than three. */
export const LARGER_MAX = 10;
