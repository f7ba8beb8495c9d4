import { db } from "@/server/db/client";
import { fc } from "./random";

const account = fc.record({
  hasAddress: fc.boolean(),
  isConfirmed: fc.boolean(),
  isClosed: fc.constantFrom(false, false, true),
  choice: fc.constantFrom(null, null, "digest" as const, "required" as const),
});

/** Random accounts for `count` people: with or without an address, open or closed, and with any choice of emails. */
export const accountsOf = (count: number) => fc.array(account, { minLength: count, maxLength: count });

type Account = typeof account extends fc.Arbitrary<infer One> ? One : never;

/** Replaces the accounts of these people with these ones. */
export async function giveAccounts(people: readonly string[], accounts: readonly Account[]): Promise<void> {
  await db().mailChoice.deleteMany();
  const updates = accounts.map(({ hasAddress, isConfirmed, isClosed, choice }, index) =>
    db().user.update({
      where: { id: people[index] ?? "" },
      data: {
        email: hasAddress ? `p${index}@example.org` : null,
        emailConfirmedAt: hasAddress && isConfirmed ? new Date() : null,
        loginClosedAt: isClosed ? new Date() : null,
        ...(choice && { mailChoice: { create: { choice } } }),
      },
    }),
  );
  await Promise.all(updates);
}
