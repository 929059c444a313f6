import "server-only";

/**
 * One answer as it is kept. `key` stands for the whole question, `family` for the question without
 * its count; both are hashes, so the store holds no visitor's words.
 */
export type AnswerRecord = {
  key: string;
  family: string;
  /** How many images were asked for. */
  count: number;
  /** When the service answered; milliseconds since the epoch. */
  answeredAtMs: number;
  /** When it may be thrown away. */
  keepUntilMs: number;
  /** JSON; its form is the caller's business. */
  body: string;
};

/** Answers that may be lost, but cost money to get again. */
export type AnswerStore = {
  find(key: string): Promise<AnswerRecord | null>;
  /** `answeredAtMs` of what `find` would give: a cheaper question. */
  stampOf(key: string): Promise<number | null>;
  /** Of a family's answers with more than `count` asked for, the one answered last. */
  findLarger(family: string, count: number): Promise<AnswerRecord | null>;
  /** Keeps an answer, in place of an older one with its key. */
  put(answer: AnswerRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /** Deletes what need not be kept any longer, then the oldest ones until all fit the store. */
  purge(nowMs: number): Promise<void>;
};
