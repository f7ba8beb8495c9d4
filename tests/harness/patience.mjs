/** How long a test waits for what must happen, in milliseconds: a busy machine is slow, and a wait that succeeds ends at once. */
export const patience = 20_000;
