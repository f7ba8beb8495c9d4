import type { Principal, Role } from "@/lib/principal";
import { hashOfToken, newToken } from "@/server/auth/passwords";
import { findPrincipalOfSession } from "@/server/auth/principals";
import { endSession } from "@/server/auth/sessions";
import { db } from "@/server/db/client";
import type { Pupil } from "./people";

/** What the parts of the demo share: the day, the people who act, and the ids of the students by admission number. */
export type Stage = {
  today: string;
  admin: Principal;
  /** The staff by the name of their post, once they have been added. */
  staff: Record<string, Principal>;
  students: ReadonlyMap<string, string>;
  /** A person in a session that ends with the demo. */
  as(userId: string, side: Role): Promise<Principal>;
};

/** Runs `work` with sessions that end with it. */
export async function onStage(today: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  const opened: string[] = [];
  const as = async (userId: string, side: Role) => {
    const expiresAt = new Date(Date.now() + 10 * 60_000);
    const session = { userId, side, tokenHash: hashOfToken(newToken()), expiresAt };
    const { id } = await db().session.create({ data: session });
    opened.push(id);
    const principal = await findPrincipalOfSession(id, new Date());
    if (!principal) throw new Error("A session of the sample institute is gone.");
    return principal;
  };
  try {
    const { id } = await db().user.findFirstOrThrow({ where: { role: "admin" }, select: { id: true } });
    await work({ today, admin: await as(id, "admin"), staff: {}, students: new Map(), as });
  } finally {
    for (const id of opened) await endSession(db(), id, new Date());
  }
}

/** The id of a student. */
export function idOf({ students }: Stage, { admissionNo }: Pick<Pupil, "admissionNo">): string {
  const id = students.get(admissionNo);
  if (id === undefined) throw new Error(`Nobody has the admission number ${admissionNo}.`);
  return id;
}

/** A staff member by post. */
export function staffOf({ staff }: Stage, post: string): Principal {
  const found = staff[post];
  if (!found) throw new Error(`Nobody is the ${post}.`);
  return found;
}

/** Does `work` for each, a few at a time, because it hashes passwords. */
export async function fewAtATime<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const left = [...all];
  const take = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all([take(), take(), take(), take()]);
}
