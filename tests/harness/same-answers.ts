import { expect } from "vitest";

const median = (times: number[]) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** How far apart the medians of known and unknown references are, in milliseconds. Each kind goes first half of the time. */
async function roundOf(known: readonly string[], timeOf: (reference: string) => Promise<number>) {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [index, reference] of known.entries()) {
    const unknown = `${`${index}`.padStart(4, "0")}-WXYZ`;
    if (index % 2) times.known.push(await timeOf(reference));
    times.unknown.push(await timeOf(unknown));
    if (index % 2 === 0) times.known.push(await timeOf(reference));
  }
  return Math.abs(median(times.known) - median(times.unknown));
}

/**
 * Expects the same bytes for known references and as many unknown ones, with medians within 5 ms. A busy machine may disturb a
 * round, but a difference in the work would show in all three. @returns how many rounds there were
 */
export async function expectSameAnswers(known: readonly string[], ask: (reference: string) => Promise<Response>) {
  for (let warm = 0; warm < 10; warm += 1) await ask(`000${warm}-WARM`);
  const answers = new Set<string>();
  async function timeOf(reference: string): Promise<number> {
    const begun = performance.now();
    const answer = await ask(reference);
    const body = await answer.text();
    const taken = performance.now() - begun;
    const headers = [...answer.headers].filter(([name]) => !name.startsWith("ratelimit"));
    answers.add(JSON.stringify([answer.status, headers, body]));
    return taken;
  }
  const apart: number[] = [];
  for (let round = 0; round < 3 && !apart.some((one) => one < 5); round += 1) apart.push(await roundOf(known, timeOf));
  expect([...answers]).toHaveLength(1);
  expect(Math.min(...apart), `${apart}`).toBeLessThan(5);
  return { rounds: apart.length, apart, answer: [...answers][0] ?? "" };
}
