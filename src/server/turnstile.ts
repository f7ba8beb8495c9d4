import "server-only";

/** Waits for a turn and answers how to leave again. */
export type Turnstile = {
  enter: () => Promise<() => void>;
  /** How many are inside, and how many wait in line. */
  count: () => { inside: number; waiting: number };
};

/** Lets so many in at once; the others wait in line. */
export function turnstileFor(most: number): Turnstile {
  const line: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    const next = line.shift();
    if (next) next();
    else inside -= 1;
  };
  return {
    async enter() {
      if (inside < most) inside += 1;
      else await new Promise<void>((enter) => line.push(enter));
      return leave;
    },
    count: () => ({ inside, waiting: line.length }),
  };
}
