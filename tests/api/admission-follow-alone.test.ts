import { beforeEach, expect, it } from "vitest";
import { appRouter, createCaller } from "@/features";
import { familyProcedures } from "@/features/admissions/router-family";
import { db } from "@/server/db/client";
import { codeOf, refusalOf, submission } from "../factories";
import { resetDatabase } from "../harness/database";
import { procedureNames } from "../harness/procedures";
import { permissions, procedureOf } from "../harness/rooms";

beforeEach(resetDatabase);

const [email, phone] = ["das@example.org", "+91 98765 43210"];

async function sessionOf({ reference }: { reference: string }): Promise<string> {
  let kept = "";
  const follow = (token: string | null) => {
    kept = token ?? "";
  };
  await createCaller({ principal: null, follow }).services.askToFollow({ reference, email, phone });
  return kept;
}

it("a family that follows its application may call only what any visitor may call, and the steps of its own application", async () => {
  const followed = await sessionOf(await submission());
  const open = new Set(
    Object.entries(permissions).flatMap(([row, { visitor }]) => (visitor === "ok" ? [procedureOf(row)] : [])),
  );
  const asked: [string, string][] = [];
  // These are opened by secrets of their own.
  for (const name of ["calendars.ownFeed", "mailChoices.stop"]) open.add(name);
  for (const name of procedureNames.filter((one) => !open.has(one))) {
    const own = name.startsWith("services.") && name.slice("services.".length) in familyProcedures;
    const [room = "", procedure = ""] = name.split(".");
    const caller = createCaller({ principal: null, followed }) as unknown as Record<
      string,
      Record<string, (input: unknown) => Promise<unknown>>
    >;
    const code = await codeOf(caller[room]?.[procedure]?.({}));
    if (!own) asked.push([name, code]);
  }
  expect(asked.filter(([, code]) => code !== "UNAUTHORIZED")).toEqual([]);
  expect(asked.length).toBeGreaterThan(100);
  expect(Object.keys(appRouter.services)).toEqual(expect.arrayContaining(Object.keys(familyProcedures)));
});

it("if a family has two children, a session opens, writes to and withdraws only one child's application", async () => {
  const [asha, tara] = [await submission({ name: "Asha Das" }), await submission({ name: "Tara Das" })];
  const { services } = createCaller({ principal: null, followed: await sessionOf(asha) });
  const { reference } = asha;
  const found = await services.followed();
  expect(found.application?.name).toBe("Asha Das");
  expect(JSON.stringify(found)).not.toMatch(/Tara|example\.org|98765/);
  await services.writeAsFamily({ reference, text: "When may we come?" });
  await services.withdraw({ reference });
  expect(
    await db().submission.findUniqueOrThrow({ where: { id: tara.id }, include: { messages: true } }),
  ).toMatchObject({
    ...{ state: "received", rowVersion: 1, messages: [] },
  });
});

it("a page that shows one child does nothing to another child whose link has since been opened in the same browser", async () => {
  const [asha, tara] = [await submission({ state: "offered" }), await submission({ state: "offered" })];
  const { services } = createCaller({ principal: null, followed: await sessionOf(tara) });
  const shown = { reference: asha.reference };
  const other = {
    code: "CONFLICT",
    message: expect.stringMatching(/^Another application has since been opened in this browser/),
  };
  expect(await refusalOf(services.writeAsFamily({ ...shown, text: "About Asha." }))).toMatchObject(other);
  expect(await refusalOf(services.acceptOffer(shown))).toMatchObject(other);
  expect(await refusalOf(services.withdraw(shown))).toMatchObject(other);
  expect(await db().submission.count({ where: { state: "offered", rowVersion: 1, messages: { none: {} } } })).toBe(2);
  expect((await services.acceptOffer({ reference: tara.reference })).state).toBe("accepted");
});

it("a page of the previous version, which names no child, writes to the session's application and accepts its place", async () => {
  const one = await submission({ state: "offered" });
  const { services } = createCaller({ principal: null, followed: await sessionOf(one) });
  expect((await services.writeAsFamily({ text: "When may we come?" })).reference).toBe(one.reference);
  expect((await services.acceptOffer()).state).toBe("accepted");
  expect((await services.withdraw()).state).toBe("withdrawn");
});

it("a session opens nothing once its application is deleted", async () => {
  const one = await submission();
  const followed = await sessionOf(one);
  await db().submission.delete({ where: { id: one.id } });
  const { services } = createCaller({ principal: null, followed });
  expect((await services.followed()).application).toBeNull();
  expect((await refusalOf(services.withdraw({ reference: one.reference }))).code).toBe("UNAUTHORIZED");
});
