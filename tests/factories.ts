import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { createCaller } from "@/features";
import { labelFor } from "@/features/years/rules";
import { principalOf } from "@/http/session";
import { AppError, inWords } from "@/lib/errors";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { hashOfToken, hashPassword, newToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { utapi } from "@/server/files/uploadthing";
import type { Material, Prisma, User } from "@/server/generated/prisma/client";
import { appErrorOf } from "@/server/trpc/trpc";

const hour = 60 * 60 * 1000;

/** The password of everyone who is created without one. */
export const usualPassword = "seven green lanterns";
let usualHash: Promise<string> | undefined;

function passwordHashOf(password: string): Promise<string> {
  if (password !== usualPassword) return hashPassword(password);
  usualHash ??= hashPassword(usualPassword);
  return usualHash;
}

let count = 0;

/** A student with a login; unless `isKnown`, nobody has said that the account is the pupil's. */
export async function createStudent({
  isKnown = true,
  onRoster = true,
  name = "Asha Rao",
  email = `student${++count}@example.org`,
  password = usualPassword,
} = {}): Promise<User & { email: string }> {
  const passwordHash = await passwordHashOf(password);
  const user = await db().user.create({
    data: {
      name,
      email,
      passwordHash,
      vouchedAt: isKnown ? new Date() : null,
      ...(onRoster && { student: { create: { origin: "self" as const } } }),
    },
  });
  return { ...user, email };
}

/** A guardian with a login by a code of the office, and by default without an address. */
export async function createGuardian({
  of = [] as Pick<User, "id">[],
  name = "Sunita Rao",
  email = null as string | null,
  link = {} as Partial<Prisma.GuardianshipUncheckedCreateInput>,
} = {}): Promise<User> {
  const data = { name, email, username: `guardian${++count}`, passwordHash: await passwordHashOf(usualPassword) };
  const user = await db().user.create({ data: { ...data, vouchedAt: new Date() } });
  const links = of.map(({ id }) => ({ guardianId: user.id, studentId: id, relation: "Mother", ...link }));
  await db().guardianship.createMany({ data: links.map((one) => ({ origin: "office" as const, ...one })) });
  return user;
}

export async function createAdmin({ username = "admin", password = usualPassword } = {}): Promise<User> {
  const passwordHash = await passwordHashOf(password);
  return db().user.create({ data: { role: "admin", name: "Administrator", username, passwordHash } });
}

/** The subject that materials and tests have by default; a trigger may have made it. */
export const biology = () =>
  db().subject.upsert({ where: { key: "biology" }, create: { name: "Biology", key: "biology" }, update: {} });

/** A staff member with these grants, by default from 1 January 2026 on, and the token of a session on the admin side. */
export async function createStaff(
  ...grants: (Omit<Prisma.StaffGrantUncheckedCreateInput, "userId" | "fromDay"> & { fromDay?: Date | string })[]
) {
  const email = `staff${++count}@example.org`;
  const passwordHash = await passwordHashOf(usualPassword);
  const fromDay = new Date("2026-01-01");
  const user = await db().user.create({ data: { name: "Meera Iyer", email, passwordHash } });
  await db().staffGrant.createMany({ data: grants.map((grant) => ({ userId: user.id, fromDay, ...grant })) });
  return { user, email, token: await sessionFor(user, { side: "admin" }) };
}

async function sessionFor(user: User, more: Partial<Prisma.SessionUncheckedCreateInput>): Promise<string> {
  const token = newToken();
  const now = Date.now();
  const data = {
    userId: user.id,
    side: user.role,
    tokenHash: hashOfToken(token),
    expiresAt: new Date(now + hour),
    ...more,
  };
  await db().session.create({ data });
  return token;
}

export const tokenFor = (user: User) => sessionFor(user, {});
export const revokedTokenFor = (user: User) => sessionFor(user, { revokedAt: new Date() });
export const expiredTokenFor = (user: User) =>
  sessionFor(user, { createdAt: new Date(Date.now() - 2 * hour), expiresAt: new Date(Date.now() - 1) });

const headersOf = (token: string | null) => new Headers(token === null ? {} : { authorization: `Bearer ${token}` });

/** Calls the procedures as the principal that the door finds behind this token. */
export async function callerOf(token: string | null) {
  return createCaller({ principal: await principalOf(headersOf(token)) });
}

/** The principal that the door finds behind this token. @throws when it finds none */
export async function principalFor(token: string): Promise<Principal> {
  const principal = await principalOf(headersOf(token));
  if (!principal) throw new Error("Nobody is behind this token.");
  return principal;
}

export type Caller = Awaited<ReturnType<typeof callerOf>>;

/** A published material; its file is only registered, and not in the store. */
export async function material(given: Partial<Prisma.MaterialUncheckedCreateInput> = {}): Promise<Material> {
  const fileKey = randomBytes(20).toString("hex");
  const data = {
    className: 7,
    subject: "Biology",
    materialName: "Photosynthesis",
    fileKey,
    fileName: "notes.pdf",
    fileKind: "pdf",
    fileSize: 1000,
    fileHash: new Uint8Array(randomBytes(32)),
    ...given,
  } as const;
  await db().upload.create({
    data: { key: data.fileKey, state: "published", name: data.fileName, size: data.fileSize, type: "application/pdf" },
  });
  return db().material.create({ data });
}

/** The year from 1 April on; with `shifted` as `day`, the year of 2026 is the current one on every day. */
export function schoolYear(begins = 2026, day = (date: string) => date) {
  const [firstDay, lastDay] = [day(`${begins}-04-01`), day(`${begins + 1}-03-31`)];
  const label = labelFor({ firstDay, lastDay });
  return db().schoolYear.create({ data: { label, firstDay: new Date(firstDay), lastDay: new Date(lastDay) } });
}

export function schedule(given: Partial<Prisma.TestScheduleCreateInput> = {}) {
  const usual = { className: 7, subject: "Biology", testDate: new Date("2026-11-20"), testTime: "09:30" };
  return db().testSchedule.create({ data: { ...usual, ...given } });
}

export function submission(given: Partial<Prisma.SubmissionCreateInput> = {}) {
  const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };
  const reference = `${++count}`.padStart(4, "0").slice(-4);
  return db().submission.create({ data: { selectedClass: 7, reference: `${reference}-TEST`, ...family, ...given } });
}

export function result(of: User, given: Partial<Prisma.ResultUncheckedCreateInput> = {}) {
  return db().result.create({ data: { studentId: of.id, className: 7, score: 45, totalMarks: 50, ...given } });
}

/** Opens the embedded store on a folder of its own until the test file ends. Call it outside of hooks. */
export async function openStore() {
  // Its parent folder is new, too, so that a file beside it would show.
  const folder = await mkdtemp(join(tmpdir(), "lyceum-store-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  configureFiles({
    secret: `a secret of one test file ${randomUUID()}`,
    dataDir,
    callback: () => Promise.reject(new Error("Nobody uploads through the route here.")),
  });
  return {
    dataDir,
    onDisk: () => readdir(join(dataDir, "files")).catch(() => [] as string[]),
  };
}

/** Puts a file into the open store, and describes it as the upload route would. */
export async function storedFile(bytes: Buffer, name = "notes.pdf", type: string = mediaTypeOf.pdf) {
  // The SDK warns about its own deprecated fields.
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { data, error } = await (await utapi()).uploadFiles(new File([new Uint8Array(bytes)], name, { type }));
  warn.mockRestore();
  if (!data) throw new Error(`The store did not take the file: ${error?.message}`);
  return { key: data.key, name, type, size: bytes.length };
}

export const aboutMaterial = (more: object = {}) => ({
  className: 7,
  subject: "Biology",
  materialName: "Photosynthesis",
  alwaysAvailable: true,
  ...more,
});

/** The refusal of a call, as its caller reads it. @throws when the call was not refused */
export async function refusalOf(call: Promise<unknown>) {
  const answer = await call.then(
    () => "no refusal",
    (error: unknown) => appErrorOf(error),
  );
  if (!(answer instanceof AppError)) throw new Error("The call was not refused.");
  const { code, message, issues } = inWords(answer);
  return { code, message, ...(issues && { issues }) };
}

/** The code of a refused call, or "ok". */
export const codeOf = (call: Promise<unknown> | undefined): Promise<string> =>
  Promise.resolve(call).then(
    () => "ok",
    (error: unknown) => appErrorOf(error).code,
  );
