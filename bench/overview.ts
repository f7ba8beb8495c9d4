// The office's first page, and the search on every page, at the full size of the roster.
import { callerFor } from "./call";
import { type Fact, median } from "./drive";
import type { Institute } from "./institute";

const searches = ["asha", "शर्मा", "exam 1", "optics", "rao as", "geog", "kv-17", "men"];

async function timed(rounds: number, ask: (round: number) => Promise<unknown>): Promise<string> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask(round);
    all.push(performance.now() - began);
  }
  return `p50 ${median(all).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`;
}

/** Measures the overview, and searches for parts of words in all lists. */
export async function measureOverview({ url }: Institute, token: string): Promise<Fact[]> {
  const call = callerFor(url, token);
  const find = (round: number) => call("overview.find", { search: searches[round % searches.length] });
  await timed(3, () => call("overview.get", undefined, true));
  return [
    { what: "the overview", goal: "p50 50 ms", found: await timed(15, () => call("overview.get", undefined, true)) },
    { what: "anything found", goal: "p50 50 ms", found: await timed(4 * searches.length, find) },
  ];
}
