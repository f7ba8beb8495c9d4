import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { administrator } from "./product";

/** The outcome of an attempt, or that it got no response. */
export type Outcome = { status: number; retryAfter: string | null; milliseconds: number } | "cut";

export type Announcer = {
  acknowledged: Set<string>;
  /** Responses other than acknowledgements. */
  outcomes: Outcome[];
  /** Announces a test and retries with the same `Idempotency-Key` until it is acknowledged. */
  announce(subject: string): Promise<void>;
  attempt(subject: string, key?: string): Promise<Outcome>;
};

export async function adminToken(url: string): Promise<string> {
  const { username: identifier, password } = administrator;
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, password, role: "admin" }),
  });
  if (!answer.ok) throw new Error(`The login was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/** An API client that announces tests and records the outcomes. `url` returns the product's current address. */
export function announcer(url: () => string, token: string): Announcer {
  const acknowledged = new Set<string>();
  const outcomes: Outcome[] = [];

  async function attempt(subject: string, key: string = randomUUID()): Promise<Outcome> {
    const began = Date.now();
    const asked = await fetch(`${url()}/api/notifications`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
      body: JSON.stringify({ className: 7, subject, testDate: "2027-01-15", testTime: "09:30" }),
      signal: AbortSignal.timeout(30_000),
    })
      .then(async (answer) => ({ answer, body: (await answer.json()) as { subject?: string } }))
      .catch(() => undefined);
    if (!asked) return "cut";
    const { answer, body } = asked;
    if (answer.status === 201 && body.subject === subject) acknowledged.add(subject);
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      milliseconds: Date.now() - began,
    };
  }

  async function announce(subject: string): Promise<void> {
    const key = randomUUID();
    for (const end = Date.now() + 120_000; Date.now() < end; await wait(200)) {
      const outcome = await attempt(subject, key);
      if (acknowledged.has(subject)) return;
      outcomes.push(outcome);
    }
    throw new Error(`${subject} was not acknowledged within two minutes.`);
  }

  return { acknowledged, outcomes, announce, attempt };
}

/** Runs `work` for each number below `count`, with limited concurrency. */
export async function crowd(count: number, atOnce: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
