import { untilSent } from "@/components/form/until-sent";
import { toast } from "@/components/ui/toast";
import { manyCopy as words } from "../messages-many";

/** The outcome for a file; "cancelled" if it was taken off the list before its upload ended. */
export type Outcome = "published" | "cancelled" | { name: string; fault: string };

/** Uploads two files at a time: more would only share the bandwidth and wait for inspection. */
const atOnce = 2;

/** Sends all files, and shows their outcomes in toasts if the page was left. Returns the number of published files. */
export async function sendAll<One>(
  files: readonly One[],
  send: (file: One) => Promise<Outcome>,
  isHere: () => boolean,
): Promise<number> {
  const queue = [...files];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes.push(await send(next));
  };
  await untilSent(() => Promise.all(Array.from({ length: atOnce }, work)));
  if (!isHere()) tellElsewhere(outcomes);
  return countPublished(outcomes);
}

const countPublished = (outcomes: readonly Outcome[]) => outcomes.filter((one) => one === "published").length;

/** Shows the outcomes of uploads on whatever page is open. */
export function tellElsewhere(outcomes: readonly Outcome[]): void {
  const published = countPublished(outcomes);
  if (published > 0) toast.success(words.published(published));
  for (const one of outcomes) if (typeof one === "object") toast.error(`${one.name}: ${one.fault}`);
}
