import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { adminToken } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import type { ResilienceTest } from "./figures";

const cycles = { quick: 1, long: 20 };
// All of them are answered within the seconds that a shutdown has; a machine that does other work, too, answers fewer.
const requests = { quick: 50, long: 200 };

/** SIGTERM during writes: each must get a response and persist. */
export const run: ResilienceTest = async (scale) => {
  const dataDir = await temporaryFolder();
  const ends: { outcomes: (number | "cut")[]; firstReady: number; milliseconds: number }[] = [];
  try {
    for (let cycle = 0; cycle < cycles[scale]; cycle += 1) ends.push(await endOnce(dataDir, cycle, requests[scale]));
  } finally {
    await removeFolder(dataDir);
  }
  const outcomes = ends.flatMap((end) => end.outcomes);
  const broken = outcomes.filter((outcome) => outcome !== 201);
  const said = ends.map(({ firstReady }) => firstReady);
  const slowest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
  return [
    {
      requirement: "R53",
      what: `${ends.length} × SIGTERM with ${requests[scale]} requests in flight`,
      wanted: "0 broken",
      measured: `${broken.length} broken`,
      holds: broken.length === 0 && outcomes.length === requests[scale] * cycles[scale],
    },
    {
      requirement: "R53",
      what: "/api/ready right after the signal",
      wanted: "503",
      measured: [...new Set(said)].join(", "),
      holds: said.every((status) => status === 503),
    },
    {
      requirement: "R53",
      what: "slowest shutdown after the signal, with exit code 0 and no process left",
      wanted: "10 s",
      measured: `${(slowest / 1000).toFixed(1)} s`,
      holds: slowest < 11_000,
    },
  ];
};

async function endOnce(dataDir: string, cycle: number, inFlight: number) {
  const logFile = `test-results/shutdown-${cycle}.log`;
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile });
  const token = await adminToken(product.url);
  const writes = Array.from({ length: inFlight }, (_, number) =>
    begunWrite(product.url, token, `Test ${cycle} ${number}`),
  );
  await Promise.all(writes.map(({ taken }) => taken));
  const began = Date.now();
  const stopped = product.stop();
  const outcomes = Promise.all(writes.map(({ finish }) => finish()));
  // The signal is asynchronous; a busy machine may process sent data first.
  let firstReady = 200;
  for (const end = Date.now() + 3_000; firstReady === 200 && Date.now() < end; await wait(10)) {
    firstReady = (await fetch(`${product.url}/api/ready`)).status;
  }
  await stopped;
  return { outcomes: await outcomes, firstReady, milliseconds: Date.now() - began };
}

/** A write whose headers the server has accepted (100-continue); `finish` sends the body and returns the status. */
function begunWrite(url: string, token: string, subject: string) {
  const body = JSON.stringify({ className: 7, subject, testDate: "2027-01-15", testTime: "09:30" });
  const headers = {
    ...{ "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    ...{ authorization: `Bearer ${token}`, expect: "100-continue" },
  };
  const sent = request(`${url}/api/notifications`, { method: "POST", headers, agent: false });
  const taken = once(sent, "continue");
  const answered = new Promise<number | "cut">((resolve) => {
    sent.once("error", () => resolve("cut"));
    sent.once("response", (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
  });
  sent.flushHeaders();
  const finish = () => {
    sent.end(body);
    return answered;
  };
  return { taken, finish };
}
