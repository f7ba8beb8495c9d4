// Replaces "server-only", which throws outside a server build.
export {};
