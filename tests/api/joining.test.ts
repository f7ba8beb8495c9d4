import { describe, expect, it } from "vitest";
import { handleTrpc } from "@/http/trpc";
import { deviceIn, deviceMark } from "@/server/auth/device-cookie";
import { db } from "@/server/db/client";
import {
  callerOf,
  createStudent,
  usualPassword as password,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { badCode, codeOffice, logIn, visitor } from "../harness/codes";
import { readPdfText } from "../harness/read-pdf";

const { office, add, codeFor, link } = codeOffice();
const { codes } = visitor();

describe("a code is refused", () => {
  it("in the same words when it is wrong, used, expired, revoked or no longer of use", async () => {
    const child = await add();
    const used = await codeFor(child);
    await codes.join({ code: used, password });
    const other = await add({ name: "Nila Sen", admissionNo: "KV-8" });
    const [revoked, expired] = [await codeFor(other), await codeFor(other)];
    const { items } = await office.codes.list({ personId: other });
    await office.codes.revoke({ id: items[1]?._id ?? "" });
    await db().accessCode.updateMany({
      where: { id: items[0]?._id ?? "" },
      data: { createdAt: new Date(Date.now() - 2000), expiresAt: new Date(Date.now() - 1000) },
    });
    const useless = await codeFor(await add({ name: "Kiran Das", admissionNo: "KV-9" }));
    await db().user.updateMany({ where: { name: "Kiran Das" }, data: { passwordHash: "x" } });
    for (const code of ["K7Q2M-9XMDT", "nonsense", used, revoked, expired, useless]) {
      for (const call of [codes.look, codes.decline, () => codes.join({ code, password })])
        expect(await refusalOf(call({ code })), code).toMatchObject(badCode);
    }
  });

  it("after ten wrong ones in an hour from a network, or from a browser in any network; right ones do not count", async () => {
    const code = await codeFor(await add());
    const school = visitor({ address: "203.0.113.7" }).codes;
    for (let time = 0; time < 12; time += 1) await school.look({ code });
    for (let time = 0; time < 10; time += 1)
      expect(await refusalOf(school.look({ code: "WRONG" }))).toMatchObject(badCode);
    expect((await refusalOf(school.look({ code }))).code).toBe("TOO_MANY_REQUESTS");
    const device = await deviceMark("user", (await createStudent()).id);
    for (let time = 0; time < 10; time += 1)
      await refusalOf(visitor({ address: `198.51.100.${time}`, device }).codes.look({ code: "WRONG" }));
    expect((await refusalOf(visitor({ address: "198.51.100.99", device }).codes.look({ code }))).code).toBe(
      "TOO_MANY_REQUESTS",
    );
    expect((await visitor({ address: "198.51.100.99" }).codes.look({ code })).firstName).toBe("Asha");
  });

  it("with an easy password, and stays valid", async () => {
    const code = await codeFor(await add());
    for (const easy of ["short", "Asha Rao", "KV-7KV-7"])
      expect((await refusalOf(codes.join({ code, password: easy }))).issues?.[0]?.path).toEqual(["password"]);
    expect(await codes.join({ code, password })).toEqual({ identifier: "KV-7" });
  });

  it("with somebody else's address, without telling whose it is, and stays valid", async () => {
    await createStudent({ name: "Mira Rao", email: "mira@example.org" });
    const code = await codeFor(await add());
    const refusal = await refusalOf(codes.join({ code, password, email: "MIRA@example.org" }));
    expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(["CONFLICT", ["email"]]);
    expect(refusal.message).not.toMatch(/Mira/);
    expect(refusal.message).toContain("or leave the field empty if it is optional.");
    expect(await codes.join({ code, password })).toEqual({ identifier: "KV-7" });
  });

  it("with ten taken addresses, and then with any for an hour, from any network, so that nobody can try out whose they are", async () => {
    await createStudent({ email: "mira@example.org" });
    const code = await codeFor(await add());
    const tryAddress = (address: string, email: string) =>
      refusalOf(visitor({ address }).codes.join({ code, password, email }));
    for (let time = 0; time < 10; time += 1)
      expect((await tryAddress(`198.51.100.${time}`, "mira@example.org")).code).toBe("CONFLICT");
    for (const email of ["mira@example.org", "free@example.org"])
      expect((await tryAddress("198.51.100.99", email)).code).toBe("TOO_MANY_REQUESTS");
    expect(await codes.join({ code: await codeFor(await add({ admissionNo: "KV-8" })), password })).toBeTruthy();
  });

  it("without an address if the person has nothing else to log in with", async () => {
    const code = await codeFor(await add({ admissionNo: null }));
    expect((await codes.look({ code })).needsEmail).toBe(true);
    expect((await refusalOf(codes.join({ code, password }))).issues?.[0]?.path).toEqual(["email"]);
    expect(await codes.join({ code, password, email: "asha@example.org" })).toEqual({ identifier: "asha@example.org" });
  });
});

it("a code that works makes the browser a known one", async () => {
  const child = await add();
  const join = (code: string) =>
    handleTrpc(
      new Request("http://localhost:3000/api/trpc/codes.join", {
        ...{ method: "POST", body: JSON.stringify({ json: { code, password } }) },
        headers: { host: "localhost:3000", "content-type": "application/json" },
      }),
    );
  expect((await join("K7Q2M-9XMDT")).headers.getSetCookie()).toEqual([]);
  const answer = await join(await codeFor(child));
  expect(answer.status).toBe(200);
  const [cookie = "", ...others] = answer.headers.getSetCookie();
  expect([await deviceIn(/^lyceum-device=([^;]+)/.exec(cookie)?.[1] ?? "", "user", child), others]).toEqual([
    expect.any(String),
    [],
  ]);
});

describe("a student", () => {
  it("sees the first word of the name and the class, and nothing more", async () => {
    const { _id: year } = await schoolYear().then(({ id }) => ({ _id: id }));
    const child = await add({ className: 7, section: "A", year });
    expect(await codes.look({ code: await codeFor(child) })).toEqual({
      ...{ purpose: "join", firstName: "Asha", className: "7", section: "A", children: [] },
      ...{ guardian: null, byStudent: false, needsEmail: false, consentFor: [], side: "user", passwordRole: "user" },
    });
  });

  it("joins without an address, sees results immediately, and logs in with the admission number in upper or lower case", async () => {
    const child = await add();
    await result(await db().user.findUniqueOrThrow({ where: { id: child } }));
    const code = await codeFor(child);
    expect(await codes.join({ code: code.toLowerCase().replace("-", " "), password })).toEqual({ identifier: "KV-7" });
    const { token, user } = await logIn("kv-7");
    expect(user).toMatchObject({ _id: child, email: null, username: "KV-7" });
    const mine = await (await callerOf(token)).results.mine();
    expect(JSON.stringify(mine)).toContain("90");
    expect((await office.students.get({ id: child })).login).toBe("active");
    const row = await db().user.findUniqueOrThrow({ where: { id: child } });
    expect([row.consentVersion, row.vouchedAt, row.vouchedById]).not.toContain(null);
  });

  it("logs in with the admission number beside an unconfirmed address, whatever the office edits", async () => {
    const child = await add();
    await codes.join({ code: await codeFor(child), password, email: "asha@exmaple.org" });
    await office.students.edit({ id: child, name: "Asha Iyer" });
    expect((await logIn("kv-7")).user._id).toBe(child);
    await office.students.edit({ id: child, email: "asha@example.org", admissionNo: "kv-17" });
    expect((await logIn("KV-17")).user._id).toBe(child);
    expect((await logIn("asha@example.org")).user._id).toBe(child);
    expect((await refusalOf(logIn("KV-7"))).code).toBe("UNAUTHORIZED");
    const byAddress = await add({ name: "Nila Sen", admissionNo: "KV-8", email: "nila@example.org" });
    await office.students.edit({ id: byAddress, name: "Nila Das" });
    expect((await db().user.findUniqueOrThrow({ where: { id: byAddress } })).username).toBeNull();
  });

  it("logs in with the admission number beside a mistyped address that replaced the one on the roster", async () => {
    const child = await add({ email: "asha@example.org" });
    await codes.join({ code: await codeFor(child), password, email: "asha@exmaple.org" });
    expect((await logIn("kv-7")).user._id).toBe(child);
    const other = await add({ name: "Nila Sen", admissionNo: "KV-8", email: "nila@example.org" });
    await codes.join({ code: await codeFor(other), password });
    expect((await db().user.findUniqueOrThrow({ where: { id: other } })).username).toBeNull();
  });

  it("can use only one of two letters, and one of several uses at the same instant wins", async () => {
    const child = await add();
    const [first, reprint] = [await codeFor(child), await codeFor(child)];
    const uses = [first, first, reprint].map((code) => codes.join({ code, password }));
    const outcomes = await Promise.allSettled(uses);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    const states = (await office.codes.list({ personId: child })).items.map(({ state }) => state).sort();
    expect(states).toEqual(["revoked", "used"]);
    expect(await refusalOf(codes.look({ code: reprint }))).toMatchObject(badCode);
  });

  it("can join by the first print after a reprint", async () => {
    const child = await add();
    const first = await codeFor(child);
    await codeFor(child);
    expect(await codes.join({ code: first, password })).toEqual({ identifier: "KV-7" });
  });

  it("can say “Not you?”: the code ends and the office sees it", async () => {
    const child = await add();
    const code = await codeFor(child);
    await codes.decline({ code });
    expect(await refusalOf(codes.look({ code }))).toMatchObject(badCode);
    expect((await office.codes.list({ personId: child })).items).toMatchObject([{ state: "declined" }]);
    expect(await db().auditEvent.findMany({ where: { action: "code-declined" } })).toMatchObject([
      { subjectId: child },
    ]);
  });

  it("gets a new password from the office without email: the old one and all sessions end", async () => {
    const asha = await createStudent({ email: "asha@example.org", isKnown: false });
    const before = await tokenFor(asha);
    const code = await codeFor(asha.id, "password");
    const other = await tokenFor(asha);
    expect(await codes.join({ code, password: "eight blue lanterns" })).toEqual({ identifier: "asha@example.org" });
    for (const token of [before, other])
      expect((await refusalOf((await callerOf(token)).account.get())).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(logIn("asha@example.org"))).code).toBe("UNAUTHORIZED");
    const { token } = await logIn("asha@example.org", "eight blue lanterns");
    expect((await office.students.get({ id: asha.id })).login).toBe("active");
    expect(await (await callerOf(token)).account.get()).toMatchObject({ emailConfirmed: false });
  });
});

describe("a code that came to somebody else", () => {
  const toldOf = async () => {
    const { waiting } = await office.overview.get();
    const { items } = await office.students.list({ code: "declined" });
    expect(waiting.find(({ kind }) => kind === "codes")?.count ?? 0).toBe(items.length);
    return items.map(({ name }) => name);
  };

  it("is in the office's overview until there is another code for the person, a login, or the code's end", async () => {
    const [asha, nila] = [await add(), await add({ name: "Nila Sen", admissionNo: "KV-8" })];
    expect(await toldOf()).toEqual([]);
    await codes.decline({ code: await codeFor(asha) });
    expect(await toldOf()).toEqual(["Asha Rao"]);
    await codes.decline({ code: await link(nila, "Mira Sen") });
    // A code for another guardian does not count for her.
    await link(nila, "Ravi Sen", "father");
    const again = await codeFor(asha);
    expect(await toldOf()).toEqual(["Nila Sen"]);
    await codes.decline({ code: again });
    expect(await toldOf()).toEqual(["Asha Rao", "Nila Sen"]);
    await db().accessCode.updateMany({ where: { studentId: nila }, data: { expiresAt: new Date() } });
    await db().user.update({ where: { id: asha }, data: { passwordHash: "x" } });
    expect(await toldOf()).toEqual([]);
  });

  it("that would link a guardian is listed until one of the same relation, a used one, or a code of her own", async () => {
    const [asha, nila, tara] = [
      await add(),
      await add({ name: "Nila Sen", admissionNo: "KV-8" }),
      await add({ name: "Tara Das", admissionNo: "KV-9" }),
    ];
    await link(nila, "Mira Sen");
    for (const code of [await link(asha, "Mira Roa"), await link(nila, "Mira Sen"), await link(tara, "Lata Das")])
      await codes.decline({ code });
    expect(await toldOf()).toEqual(["Asha Rao", "Nila Sen", "Tara Das"]);
    await link(asha, "Mira Rao");
    expect(await toldOf()).toEqual(["Nila Sen", "Tara Das"]);
    await db().accessCode.updateMany({ where: { studentId: nila, revokedAt: null }, data: { usedAt: new Date() } });
    expect(await toldOf()).toEqual(["Tara Das"]);
    const phone = "98230 12345";
    await office.guardians.add({ studentId: tara, name: "Lata Das", relation: "mother", phone });
    expect(await toldOf()).toEqual(["Tara Das"]);
    await link(tara, "Lata Das");
    expect(await toldOf()).toEqual([]);
  });

  it("of a guardian is listed with each child, except children who have left or are no longer linked", async () => {
    const [asha, nila] = [await add(), await add({ name: "Nila Rao", admissionNo: "KV-8" })];
    const phone = "98230 12345";
    const { guardianId } = await office.guardians.add({ studentId: asha, name: "Mira Rao", relation: "mother", phone });
    await office.guardians.add({ studentId: nila, guardianId, relation: "mother" });
    await codes.decline({ code: await codeFor(guardianId) });
    expect(await toldOf()).toEqual(["Asha Rao", "Nila Rao"]);
    await db().student.update({
      where: { userId: asha },
      data: { leftOn: new Date("2026-01-01"), leftReason: "moved" },
    });
    expect(await toldOf()).toEqual(["Nila Rao"]);
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    expect(await toldOf()).toEqual([]);
  });
});

describe("a guardian", () => {
  it("joins with a login of their own and is linked, and another child can be added to it", async () => {
    const [asha, nila] = [
      await add({ email: "asha@example.org" }),
      await add({ name: "Nila Rao", admissionNo: "KV-8" }),
    ];
    const [mothers, fathers] = [await link(asha), await link(asha, "Ravi Rao", "father")];
    expect(await codes.look({ code: mothers })).toMatchObject({
      ...{ purpose: "link", firstName: "Asha", guardian: { firstName: "Mira", relation: "mother" }, needsEmail: true },
    });
    await codes.join({ code: mothers, password, email: "mira@example.org", consent: true });
    expect((await codes.look({ code: fathers })).guardian?.firstName).toBe("Ravi");
    const { token, user } = await logIn("mira@example.org");
    const mother = await callerOf(token);
    const second = await link(nila);
    expect(await mother.codes.link({ code: second, consent: true })).toEqual({ firstName: "Nila" });
    expect((await refusalOf(mother.codes.link({ code: second, consent: true }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(mother.codes.link({ code: await link(nila, "Mira R."), consent: true }))).code).toBe(
      "CONFLICT",
    );
    const again = await refusalOf(
      codes.join({ code: await link(nila, "Mira R."), password, email: "mira@example.org", consent: true }),
    );
    expect([again.code, again.message]).toEqual(["CONFLICT", expect.stringContaining("sign in with it")]);
    expect(again.message).not.toContain("empty");
    const links = await db().guardianship.findMany({ where: { guardianId: user._id }, orderBy: { id: "asc" } });
    expect(links).toMatchObject([
      { studentId: asha, relation: "mother", origin: "code" },
      { studentId: nila, relation: "mother", origin: "code" },
    ]);
  });

  it("of an import joins with the phone number that the office has, typed in any way", async () => {
    const child = await add();
    const mother = await db().user.create({
      data: {
        ...{ name: "Mira Rao", phone: "+919823012345" },
        guardianOf: { create: { studentId: child, relation: "mother", origin: "import" } },
      },
    });
    const code = await codeFor(mother.id);
    expect(await codes.look({ code })).toMatchObject({ firstName: "Mira", children: ["Asha"], needsEmail: false });
    await codes.join({ code, password, consent: true });
    for (const typed of ["+919823012345", "98230 12345", "098230-12345", "+91 98230 12345"])
      expect((await logIn(typed)).user, typed).toMatchObject({ _id: mother.id, email: null });
    expect((await refusalOf(logIn("98230 12346"))).message).toBe("Invalid email or password");
  });

  it("must give an address if the other parent logs in with the same number, and the letter says so", async () => {
    const child = await add();
    const parent = (name: string, relation: string) =>
      db().user.create({
        data: {
          ...{ name, phone: "+919823012345" },
          guardianOf: { create: { studentId: child, relation, origin: "office" } },
        },
      });
    const [mother, father] = [await parent("Mira Rao", "mother"), await parent("Ravi Rao", "father")];
    const code = await codeFor(father.id);
    const letter = async () => {
      const { base64 } = await office.letters.print({ id: child, guardianId: father.id });
      return (await readPdfText(Buffer.from(base64, "base64"))).pages[0]?.text;
    };
    expect((await codes.look({ code })).needsEmail).toBe(false);
    expect(await letter()).toContain("log in with your phone number");
    await codes.join({ code: await codeFor(mother.id), password, consent: true });
    expect((await codes.look({ code })).needsEmail).toBe(true);
    expect(await letter()).toContain("log in with the email address you gave");
    const { code: forgotten } = await office.codes.make({ personId: mother.id, purpose: "password" });
    expect((await codes.look({ code: forgotten })).needsEmail).toBe(false);
  });

  it("cannot be a student, nor a student a guardian", async () => {
    const [asha, kiran] = [await add(), await createStudent({ name: "Kiran Das" })];
    const student = await callerOf(await tokenFor(kiran));
    expect((await refusalOf(student.codes.link({ code: await link(asha) }))).code).toBe("CONFLICT");
    const parent = await callerOf(await tokenFor(await createStudent({ name: "Ravi Rao", onRoster: false })));
    expect(await refusalOf(parent.codes.link({ code: await codeFor(asha) }))).toMatchObject(badCode);
    expect(await parent.codes.link({ code: await link(asha, "Ravi Rao", "father"), consent: true })).toEqual({
      firstName: "Asha",
    });
  });
});

it("a code is stored in no table except as a hash", async () => {
  const code = await codeFor(await add());
  await codes.join({ code, password });
  const tables = await db().$queryRaw<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    const rows = await db().$queryRawUnsafe<object[]>(`select from "${name}" t where t::text ilike '%${code}%'
      or t::text ilike '%${code.replace("-", "")}%'`);
    expect([name, rows.length]).toEqual([name, 0]);
  }
});
