/** Random cases per property: `FC_RUNS`, default 50; `npm run resilience` sets 1,000. */
export const runs = Number(process.env.FC_RUNS ?? 50);

/** True in `npm run resilience`, which runs all loops and cases in full. */
export const isThorough = runs >= 1_000;

/** All cases in `npm run resilience`, every `step`th in `npm test`. */
export function sampleOf<Case>(cases: readonly Case[], step: number): Case[] {
  return cases.filter((_, index) => isThorough || index % step === 0);
}

/** The cases that only `npm run resilience` runs. */
export const leftOut = <Case>(cases: readonly Case[]): readonly Case[] => (isThorough ? [] : cases);
