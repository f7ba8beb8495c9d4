import "server-only";
import type { Principal } from "@/lib/principal";
import { recordNow } from "./audit";
import { deviceIn } from "./device";
import { countTry, forgetTries, type Limit, noteSeen, uncountTry, wasSeen } from "./limits";
import { refuseWhenHashingIsBusy } from "./passwords";
import type { Context } from "./trpc";

/** Where a try comes from. */
export type Origin = Pick<Context, "address" | "device" | "recognise">;

/** Whose secret is tried: an account, whether there is one or not, and the id of the person if there is. */
export type Target = { account: string; userId: string | undefined; origin: Origin };

/** How often a secret may be tried, and for how long a place stays a known one. */
export type TryLimits = {
  /** From one place: a browser the person has logged in with, else a network address. */
  place: Limit;
  /** From all places the person has never logged in from. */
  account: Limit;
  /** Of all accounts, from one network address. */
  network: Limit;
  known: Limit;
};

type Counter = { limit: Limit; of: string };

const placeOf = ({ account, origin }: Target) => `${account} from ${origin.address}`;

/**
 * Who hammers at an account must not be able to keep its person out (issue 4): a browser of the person's own is counted
 * apart from all others, and a known address apart from the account.
 */
async function countersOf(limits: TryLimits, target: Target): Promise<Counter[]> {
  const { account, userId, origin } = target;
  const browser = origin.device && userId ? deviceIn(origin.device, userId) : undefined;
  if (browser) return [{ limit: limits.place, of: `${account} in ${browser}` }];
  const everywhere = { limit: limits.account, of: account };
  if (origin.address === undefined) return [everywhere];
  const here = placeOf(target);
  return [
    { limit: limits.place, of: here },
    ...((await wasSeen(limits.known, here)) ? [] : [everywhere]),
    { limit: limits.network, of: origin.address },
  ];
}

/**
 * Counts a try wherever it counts, before anything is compared, so that many at once are no way round. Answers how to take
 * it back, for a right one. @throws AppError TOO_MANY_REQUESTS
 */
export async function countTries(limits: TryLimits, target: Target): Promise<() => Promise<void>> {
  const counted: Counter[] = [];
  for (const counter of await countersOf(limits, target)) {
    try {
      await countTry(counter.limit, counter.of);
    } catch (error) {
      // What was not even compared is not held against the rest.
      await uncount(counted);
      throw error;
    }
    counted.push(counter);
  }
  return async () => {
    await Promise.all(counted.map(({ limit, of }) => (limit === limits.place ? forgetTries : uncountTry)(limit, of)));
  };
}

async function uncount(counters: Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limit, of }) => uncountTry(limit, of)));
}

/** What came of a try. Whoever knows the password and was only not asked for the code yet is no news for the trail. */
export type Verdict = "right" | "wrong password" | "wrong code" | "code missing";

/**
 * Checks a secret as often as that may be tried. What is refused is in the audit trail: each wrong one, and once in a while
 * that there were too many. @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function prove(
  limits: TryLimits,
  target: Target,
  by: Principal | null,
  check: () => Promise<Verdict>,
): Promise<Verdict> {
  // Whose turn does not come has tried nothing, and nothing is counted.
  refuseWhenHashingIsBusy();
  const { account, userId: subjectId, origin } = target;
  const refused = (why: string) =>
    recordNow({ action: "login-refused", by, subjectId, detail: { why }, address: origin.address });
  const takeBack = await countTries(limits, target).catch(async (error: unknown) => {
    await countTry({ ...limits.place, name: "held-up", points: 1 }, account).then(
      () => refused("too many tries"),
      () => undefined,
    );
    throw error;
  });
  const verdict = await check();
  if (verdict === "right") await takeBack();
  else if (verdict !== "code missing") await refused(verdict);
  return verdict;
}

/** Notes that the person was here. */
export async function notePlace(limits: TryLimits, target: Target): Promise<void> {
  if (target.origin.address !== undefined) await noteSeen(limits.known, placeOf(target));
}

/** Forgets the wrong tries at an account, everywhere and from here, for whoever has shown to be its person. */
export async function pardon(limits: TryLimits, target: Target): Promise<void> {
  const here = (await countersOf(limits, target)).filter(({ limit }) => limit === limits.place);
  const everywhere = { limit: limits.account, of: target.account };
  await Promise.all([...here, everywhere].map(({ limit, of }) => forgetTries(limit, of)));
}
