import "server-only";

/** `enter` waits for a slot and returns a function that releases it. */
export type Semaphore = {
  enter: () => Promise<() => void>;
  count: () => { inside: number; waiting: number };
};

/** Creates a semaphore with a first-in, first-out queue. */
export function createSemaphore(slots: number): Semaphore {
  const queue: (() => void)[] = [];
  let active = 0;
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else active -= 1;
  };
  return {
    async enter() {
      if (active < slots) active += 1;
      else await new Promise<void>((enter) => queue.push(enter));
      return leave;
    },
    count: () => ({ inside: active, waiting: queue.length }),
  };
}
