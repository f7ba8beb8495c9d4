import "server-only";
import type { Principal, Role } from "@/lib/principal";
import { recordNow } from "@/server/audit/audit";
import { deviceIn } from "@/server/auth/device-cookie";
import { rejectWhenHashingIsSaturated } from "@/server/auth/passwords";
import type { Context } from "@/server/trpc/trpc";
import { consume, type Limit, markSeen, refund, resetLimit, wasSeen } from "./rate-limit";

export type Origin = Pick<Context, "address" | "device" | "recognise">;

/**
 * The account and, if it exists, the user whose secret is checked on a side. If it `isShared`, two people have the name, and
 * the right secret of one does not forgive wrong tries for the other.
 */
export type Target = { account: string; side: Role; userId: string | undefined; origin: Origin; isShared?: boolean };

export type AttemptLimits = {
  /** Attempts from one location: a browser in which the user has logged in, otherwise a network. */
  location: Limit;
  /** Attempts from all unknown locations together. */
  account: Limit;
  /** Attempts on all accounts from one network. */
  network: Limit;
  /** Attempts from all browsers in which the user has logged in together; without it, each browser is limited separately. */
  browsers?: Limit;
  known: Limit;
};

type Counter = { limit: Limit; of: string };

const locationOf = ({ account, origin }: Target) => `${account} from ${origin.address}`;

/** Known browsers and networks have their own counters, so that attackers cannot lock out the owner (decision 68). */
async function countersOf(limits: AttemptLimits, target: Target): Promise<Counter[]> {
  const { account, side, userId, origin } = target;
  const browser = await deviceIn(origin.device, side, userId);
  if (browser)
    return [
      { limit: limits.location, of: `${account} in ${browser}` },
      ...(limits.browsers ? [{ limit: limits.browsers, of: account }] : []),
    ];
  const everywhere = { limit: limits.account, of: account };
  if (origin.address === undefined) return [everywhere];
  const location = locationOf(target);
  return [
    { limit: limits.location, of: location },
    ...((await wasSeen(limits.known, location)) ? [] : [everywhere]),
    { limit: limits.network, of: origin.address },
  ];
}

/**
 * Counts an attempt before anything is compared, so that parallel attempts cannot bypass the limit. Returns the counters that
 * counted it. @throws AppError TOO_MANY_REQUESTS
 */
export async function countAttempt(limits: AttemptLimits, target: Target): Promise<Counter[]> {
  const counted: Counter[] = [];
  for (const counter of await countersOf(limits, target)) {
    try {
      await consume(counter.limit, counter.of);
    } catch (error) {
      // The secret was never compared: do not charge the other counters.
      await uncount(counted);
      throw error;
    }
    counted.push(counter);
  }
  return counted;
}

/** Removes an attempt from its counters, and all earlier ones from that of the `location`. */
async function uncount(counters: Counter[], location?: Limit): Promise<void> {
  await Promise.all(counters.map(({ limit, of }) => (limit === location ? resetLimit : refund)(limit, of)));
}

/** Result of a check. A right password without the required second step is not audited. */
export type Verdict = "right" | "wrong password" | "wrong code" | "code missing" | "new password missing" | "no access";

/**
 * Checks a secret within the limits and audits refusals. A check that throws does not count as an attempt.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function verifyWithLimits(
  limits: AttemptLimits,
  target: Target,
  by: Principal | null,
  check: () => Promise<Verdict>,
): Promise<Verdict> {
  // Do not count attempts that we reject because hashing is saturated.
  rejectWhenHashingIsSaturated();
  const { account, userId: subjectId, origin, isShared } = target;
  const audit = (why: string) =>
    recordNow({ action: "login-refused", by, subjectId, detail: { why }, address: origin.address });
  const counted = await countAttempt(limits, target).catch(async (error: unknown) => {
    await consume({ ...limits.location, name: "held-up", points: 1 }, account).then(
      () => audit("too many tries"),
      () => undefined,
    );
    throw error;
  });
  const verdict = await check().catch(async (error: unknown) => {
    await uncount(counted);
    throw error;
  });
  if (verdict === "right") await uncount(counted, isShared ? undefined : limits.location);
  else if (verdict === "wrong password" || verdict === "wrong code") await audit(verdict);
  return verdict;
}

export async function rememberLocation(limits: AttemptLimits, target: Target): Promise<void> {
  if (target.origin.address !== undefined) await markSeen(limits.known, locationOf(target));
}

/** Resets the counters of an account after its owner has proved the identity. */
export async function resetAttempts(limits: AttemptLimits, target: Target): Promise<void> {
  const location = (await countersOf(limits, target)).filter(({ limit }) => limit === limits.location);
  const everywhere = { limit: limits.account, of: target.account };
  await Promise.all([...location, everywhere].map(({ limit, of }) => resetLimit(limit, of)));
}
