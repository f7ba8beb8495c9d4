import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startCluster } from "@/server/postgres/cluster";
import { adminToken, announcer } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import type { ResilienceTest } from "./figures";

const sizes = { quick: { outages: 1, seconds: 2 }, long: { outages: 10, seconds: 5 } };

type Seen = { path: string; status: number; retryAfter: string | null; milliseconds: number; while: "up" | "down" };

/** Stops and restarts a PostgreSQL server (DATABASE_URL) while clients send requests. */
export const run: ResilienceTest = async (scale) => {
  const { outages, seconds } = sizes[scale];
  const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  let server = await startCluster({ dataDir: elsewhere });
  const { host, user, database } = server.connection;
  const more = { DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}` };
  const logFile = join("test-results", "outage.log");
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more });
  const log = announcer(() => product.url, await adminToken(product.url));
  const admin = await publisher(product.url, administrator);
  const seen: Seen[] = [];
  let state: Seen["while"] | "between" | "over" = "up";

  const asks: Record<string, () => Promise<{ status: number; headers: Headers }>> = {
    "/api/materials": () => fetch(`${product.url}/api/materials`),
    "/api/trpc/schedules.list": () => fetch(`${product.url}/api/trpc/schedules.list?input=%7B%22json%22%3A%7B%7D%7D`),
    "/study-materials": () => fetch(`${product.url}/study-materials`),
    "/notices": () => fetch(`${product.url}/notices`),
    "/admin/mail": () => admin.call("/admin/mail"),
    "/api/auth/session": () => admin.call("/api/auth/session"),
    "/api/trpc/services.countWaiting": () => admin.call("/api/trpc/services.countWaiting"),
    "/api/ready": () => fetch(`${product.url}/api/ready`),
    "/api/health": () => fetch(`${product.url}/api/health`),
  };

  async function keepAsking(path: string, ask: () => Promise<{ status: number; headers: Headers }>) {
    while (state !== "over") {
      const [before, began] = [state, Date.now()];
      const { status, headers } = await ask();
      const milliseconds = Date.now() - began;
      if (before === state && (state === "up" || state === "down")) {
        seen.push({ path, status, retryAfter: headers.get("retry-after"), milliseconds, while: state });
      }
      await wait(20);
    }
  }

  async function keepWriting() {
    for (let number = 0; state !== "over"; number += 1) {
      await keepOutcome(`Test ${number}`);
      await wait(20);
    }
  }

  async function keepOutcome(subject: string) {
    const before = state;
    const outcome = await log.attempt(subject);
    if (outcome === "cut") throw new Error("A write got no response.");
    if (before === state && (state === "up" || state === "down"))
      seen.push({ path: "POST /api/notifications", while: state, ...outcome });
  }

  const recoveries: number[] = [];
  async function stopAndStart() {
    for (let outage = 0; outage < outages; outage += 1) {
      await wait(1_000);
      state = "between";
      await server.stop();
      state = "down";
      await wait(seconds * 1000);
      state = "between";
      server = await startCluster({ dataDir: elsewhere });
      const began = Date.now();
      while ((await fetch(`${product.url}/api/ready`)).status !== 200) await wait(20);
      recoveries.push(Date.now() - began);
      state = "up";
    }
    await wait(1_000);
    state = "over";
  }

  try {
    await Promise.all([stopAndStart(), keepWriting(), ...Object.entries(asks).map((ask) => keepAsking(...ask))]);
    const wrong = seen.filter((one) => !isClean(one));
    const down = seen.filter((one) => one.while === "down");
    const slowest = Math.max(...down.map(({ milliseconds }) => milliseconds));
    const kinds = [...new Set(wrong.map(({ path, status, while: when }) => `${path} ${status} while ${when}`))];
    return [
      {
        requirement: "R53",
        what: `the database stopped and started ${outages} time(s) under load: ${down.length} requests meanwhile to APIs and pages`,
        wanted: "503 with Retry-After, a page without its data, or health; no other response",
        measured: wrong.length === 0 ? "no other response" : `${wrong.length} others: ${kinds.join(", ")}`,
        holds: wrong.length === 0 && down.length > 50,
      },
      {
        requirement: "R53",
        what: "slowest response while the database is down",
        wanted: "fast: 1 s",
        measured: `${slowest} ms`,
        holds: slowest < (scale === "long" ? 1_000 : 10_000),
      },
      {
        requirement: "R53",
        what: "ready after the database is back, without a restart",
        wanted: "1 s",
        measured: `${Math.max(...recoveries)} ms`,
        holds: Math.max(...recoveries) < (scale === "long" ? 1_000 : 10_000),
      },
    ];
  } finally {
    await product.stop();
    await server.stop();
    await removeFolder(dataDir);
    await removeFolder(elsewhere);
  }
};

/** Public pages render without the data that could not be read. */
const shownWithout = ["/study-materials", "/api/health"];

function isClean({ path, status, retryAfter, while: when }: Seen): boolean {
  if (when === "up") return status === 200 || status === 201;
  return shownWithout.includes(path) ? status === 200 : status === 503 && Number(retryAfter) > 0;
}
