// Replaces `server-only` outside Next, where importing it must have no effect.
export {};
