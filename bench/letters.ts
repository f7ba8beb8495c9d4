// Letters of a class: how long they take, and how they affect visitors.
import { setTimeout as wait } from "node:timers/promises";
import { type Call, callerFor } from "./call";
import { drive, type Fact, median } from "./drive";
import type { Institute } from "./institute";

/** Seconds from the press to the finished file, and its size. */
async function printOnce(call: Call, place: object) {
  const began = performance.now();
  const { taskId: id } = await call<{ taskId: string }>("letters.printClass", place);
  for (;;) {
    const { state, total, fault } = await call<{ state: string; total: number; fault: string }>(
      "tasks.get",
      { id },
      true,
    );
    if (state === "failed") throw new Error(fault);
    if (state === "done") {
      const seconds = (performance.now() - began) / 1000;
      const { base64 } = await call<{ base64: string }>("tasks.takeResult", { id });
      return { seconds, total, kilobytes: (base64.length * 3) / 4 / 1024 };
    }
    await wait(20);
  }
}

/** The letters of a section, as medians of five, and a public list in the meantime. */
export async function measureLetters({ url }: Institute, token: string): Promise<Fact[]> {
  const call = callerFor(url, token);
  const place = { class: 7, section: "A" };
  await printOnce(call, place);
  const all: Awaited<ReturnType<typeof printOnce>>[] = [];
  for (let round = 0; round < 5; round += 1) all.push(await printOnce(call, place));
  const { total, kilobytes } = all[0] ?? { total: 0, kilobytes: 0 };
  const seconds = `${median(all.map((one) => one.seconds)).toFixed(2)} s, ${(kilobytes / total).toFixed(0)} kB each`;
  const printing = printOnce(call, { class: 8, section: "A" });
  const { p99 } = await drive(`${url}/api/materials?limit=24`, { seconds: 1 });
  await printing;
  return [
    {
      what: `${total} letters of a section, from the press to the file`,
      goal: `${((3 * total) / 60).toFixed(1)} s`,
      found: seconds,
    },
    { what: "a public list while the letters of a section are made", goal: "p99 50 ms", found: `p99 ${p99} ms` },
  ];
}
