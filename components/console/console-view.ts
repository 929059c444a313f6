/** One page of a list. */
export type Paged = { page: number; pageCount: number; count: number };
