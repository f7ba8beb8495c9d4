import { db } from "@/server/db/client";
import { tokenOf } from "@/server/mail/unsubscribe";
import { everyone, everyoneGets, member, type Permission, type RestRow, type RestWorld } from "../harness/callers";

const unknown = "x".repeat(54);

const nobody = Object.fromEntries(Object.keys(everyone).map((who) => [who, "NOT_FOUND"])) as Record<
  keyof typeof everyone,
  "NOT_FOUND"
>;

async function mailedToken({ emailOfA: recipient, idOfA: userId }: RestWorld): Promise<string> {
  const mail = { event: crypto.randomUUID(), kind: "notice", recipient, userId, about: {} };
  return tokenOf((await db().mail.create({ data: mail })).id);
}

export const procedures = {
  "mailChoices.mine": { ...member, readOnly: true },
  "mailChoices.choose": { ...member, input: () => ({ choice: "digest" }) },
  "mailChoices.stop": {
    ...nobody,
    why: "The link of an email alone does it, whoever is logged in.",
    input: () => ({ token: unknown }),
  },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/mail-choices/{token}": { ...everyoneGets(303), request: () => ({ path: `/api/mail-choices/${unknown}` }) },
  "POST /api/mail-choices/{token}": {
    ...everyoneGets(204),
    request: async (world) => ({ path: `/api/mail-choices/${await mailedToken(world)}`, method: "POST" }),
  },
} satisfies Record<string, RestRow>;
