import "server-only";
import { sql } from "../db/client";
import { Prisma } from "../generated/prisma/client";
import { loadSite } from "../institute/published";
import { processState } from "../process-state";

/** The name of a public list, as `public_lists` has it. Cached responses with its tag are valid until its rows change. */
export type CacheTag = string;

/** `expiresAt`: when the list next changes without a write, because an item expires or starts. */
type State = { version: string; askedAt: number; expiresAt: number };

/** In milliseconds: below `fresh`, use the known versions; below `acceptable`, use them and refresh in the background. */
const fresh = 50;
const acceptable = 100;

type Versions = {
  /** `at` is monotonic time, unaffected by clock changes. */
  known: { at: number; lists: Map<string, State> } | undefined;
  latest: Map<string, State>;
  running: Promise<void> | undefined;
  invalidations: number;
  generation: number;
};

const shared = processState<{ lyceumVersions?: Versions }>();

// A page that is rendered for the cache must not know an older version than the cache does.
function versions(): Versions {
  shared.lyceumVersions ??= {
    known: undefined,
    latest: new Map(),
    running: undefined,
    invalidations: 0,
    generation: 0,
  };
  return shared.lyceumVersions;
}

/** Marks all versions as possibly outdated: the next request waits until the database confirms them. */
export function invalidate(): void {
  versions().invalidations += 1;
  versions().known = undefined;
}

async function loadVersions(): Promise<void> {
  const state = versions();
  const before = state.invalidations;
  const [at, askedAt] = [performance.now(), Date.now()];
  const rows = await sql<{ tag: CacheTag; version: string; expiresAt: Date | null }>(
    Prisma.sql`select topic as tag, version, turns_at as "expiresAt" from public_lists_at(${new Date(askedAt)})`,
  );
  const found = rows.map(({ tag, version, expiresAt }): [string, State] => [
    tag,
    { version, askedAt, expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY },
  ]);
  const lists = new Map(found);
  // A process that knows the new version must also have its content.
  if (lists.get("settings")?.version !== state.latest.get("settings")?.version) await loadSite();
  // A query that started before the invalidation must not clear it.
  if (before !== state.invalidations) return;
  if (found.some(([tag, { version }]) => state.latest.get(tag)?.version !== version)) state.generation += 1;
  state.latest = lists;
  state.known = { at, lists };
}

function loadOnce(): Promise<void> {
  const state = versions();
  state.running ??= loadVersions()
    .catch((error: unknown) => {
      // Nothing can change while the database is down: keep serving the known versions.
      if (!state.known) throw error;
      state.known.at = performance.now();
    })
    .finally(() => {
      state.running = undefined;
    });
  return state.running;
}

/** Refreshes versions older than {@link fresh}. Returns a promise only if the caller must wait for it. */
export function refreshVersions(): Promise<void> | undefined {
  const { known } = versions();
  const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
  if (age <= fresh) return undefined;
  if (age > acceptable) {
    const loading = loadUntilFresh();
    // Some callers only check for `undefined` and ignore the promise.
    loading.catch(() => {});
    return loading;
  }
  // It fails only after an invalidation; the next caller then gets the error.
  loadOnce().catch(() => {});
  return undefined;
}

async function loadUntilFresh(): Promise<void> {
  for (let { known } = versions(); !known || performance.now() - known.at > acceptable; { known } = versions()) {
    await loadOnce();
  }
}

/** The version of one list straight from the database, also of one that is not public. */
export async function readVersion(tag: CacheTag): Promise<string | undefined> {
  const [row] = await sql<{ version: string }>(
    Prisma.sql`select version::text as version from public_lists where topic = ${tag}`,
  );
  return row?.version;
}

/** Counter that changes with every new version, so that unchanged entries need no further check. */
export function generationNow(): number {
  return versions().generation;
}

/** Current version of the given lists and when it expires; undefined if never loaded. */
export function versionOf(tags: readonly CacheTag[]): State | undefined {
  const states = tags.map((tag) => versions().known?.lists.get(tag));
  if (!states.every((state) => state !== undefined)) return undefined;
  return {
    version: states.map(({ version }) => version).join(),
    askedAt: Math.max(...states.map(({ askedAt }) => askedAt)),
    expiresAt: Math.min(...states.map(({ expiresAt }) => expiresAt)),
  };
}
