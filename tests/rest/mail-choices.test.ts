import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { tokenOf } from "@/server/mail/unsubscribe";
import { callerOf, createStudent, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
await openStore();

beforeEach(resetDatabase);

async function mailTo(user: { id: string; email: string | null }, more: { isOptional?: boolean } = {}) {
  const { id } = await db().mail.create({
    data: {
      event: `tested:${user.id}`,
      kind: "notice",
      recipient: user.email ?? "",
      userId: user.id,
      about: {},
      ...more,
    },
  });
  return tokenOf(id);
}

const choices = async () => (await db().mailChoice.findMany()).map(({ choice }) => choice);
const oneClick = (token: string) =>
  ask("POST", `/api/mail-choices/${token}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });

describe("stopping emails by the link in one of them", () => {
  it("changes nothing for a wrong token, and gives the same answer to each", async () => {
    const asha = await createStudent();
    const token = await mailTo(asha);
    const other = tokenOf("01939c5e-0000-7000-8000-000000000000");
    const wrong = [
      other,
      `${token.slice(0, 21)}${other.slice(21)}`,
      `${token.slice(0, -1)}${token.endsWith("A") ? "Q" : "A"}`,
      token.slice(0, -4),
      "x",
    ];
    const answers = await Promise.all(wrong.map(async (one) => refusalIn(await oneClick(one))));
    expect(answers[0]).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await choices()).toEqual([]);
    await db().user.update({ where: { id: asha.id }, data: { email: "another@example.org" } });
    expect((await oneClick(token)).status).toBe(404);
    expect(await choices()).toEqual([]);
  });

  it("works by a POST of a mail program without a cookie or a script, and doing it twice does no harm", async () => {
    const asha = await createStudent();
    const token = await mailTo(asha);
    for (const _ of [1, 2]) expect((await oneClick(token)).status).toBe(204);
    expect(await choices()).toEqual(["required"]);
    expect(await db().auditEvent.count({ where: { action: "mails-chosen", subjectId: asha.id } })).toBe(1);
  });

  it("does not happen when a program follows the link, which leads to the page with the button", async () => {
    const token = await mailTo(await createStudent());
    const answer = await ask("GET", `/api/mail-choices/${token}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/unsubscribe#token=${token}`]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await choices()).toEqual([]);
  });
});

it("a person chooses only for themselves, and can read the choice", async () => {
  const [asha, ravi] = [await createStudent(), await createStudent()];
  const [own, other] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(ravi))];
  expect(await own.mailChoices.mine()).toEqual({ choice: "at_once", changedAt: null });
  await own.mailChoices.choose({ choice: "digest" });
  expect(await own.mailChoices.mine()).toEqual({ choice: "digest", changedAt: expect.any(Date) });
  expect((await other.mailChoices.mine()).choice).toBe("at_once");
  await own.mailChoices.choose({ choice: "digest" });
  expect(await db().auditEvent.count({ where: { action: "mails-chosen" } })).toBe(1);
});
