// Stands in for `server-only` outside Next: importing it there must simply do nothing.
export {};
