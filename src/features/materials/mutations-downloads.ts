import "server-only";
import { dateHere } from "@/content/institute";
import { pool } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";

const pause = 60_000;
const shared = processState<{ lyceumDownloads?: { counts: Map<string, number>; timer: NodeJS.Timeout | undefined } }>();

function downloads() {
  shared.lyceumDownloads ??= { counts: new Map(), timer: undefined };
  return shared.lyceumDownloads;
}

/** Counts a download in memory; counts are written once a minute, so that downloads do not wait for the database. */
export function countDownload(id: string): void {
  const state = downloads();
  // A URL may have the id in capitals; the map must contain each material only once.
  const key = id.toLowerCase();
  state.counts.set(key, (state.counts.get(key) ?? 0) + 1);
  state.timer ??= setTimeout(() => void writeDownloads().catch(noteFailure), pause).unref();
}

/** Adds the counts to today's totals; also called at shutdown. Failed writes are retried. */
export async function writeDownloads(now = new Date()): Promise<void> {
  const state = downloads();
  clearTimeout(state.timer);
  state.timer = undefined;
  const { counts } = state;
  if (counts.size === 0) return;
  state.counts = new Map();
  try {
    // In a fixed order to avoid deadlocks.
    await pool().query(
      `insert into material_downloads (material_id, day, count)
       select m.id, $3::date, sum(given.count)::int from unnest($1::uuid[], $2::int[]) given (id, count)
       join materials m on m.id = given.id group by m.id order by m.id
       on conflict (material_id, day) do update set count = material_downloads.count + excluded.count`,
      [[...counts.keys()], [...counts.values()], dateHere(now)],
    );
  } catch (error) {
    for (const [id, count] of counts) state.counts.set(id, (state.counts.get(id) ?? 0) + count);
    throw error;
  }
}

function noteFailure(error: unknown): void {
  log().warn({ error: error instanceof Error ? error.name : "unknown" }, "downloads are counted later");
}
