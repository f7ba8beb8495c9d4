import "server-only";

/** Waits for a turn and answers how to leave again. */
export type Turnstile = () => Promise<() => void>;

/** Lets so many in at once; the others wait in line. */
export function turnstileFor(most: number): Turnstile {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };
  return async () => {
    if (inside < most) inside += 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    return leave;
  };
}
