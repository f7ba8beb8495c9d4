import { beforeEach, expect, it } from "vitest";
import { createCaller } from "@/features";
import { db } from "@/server/db/client";
import { refusalOf, submission } from "../factories";
import { resetDatabase } from "../harness/database";
import { expectSameAnswers } from "../harness/same-answers";
import { withSettings } from "../harness/settings";
import { callTrpc as call } from "../harness/trpc-call";

withSettings({ APP_URL: "https://school.example" });

beforeEach(resetDatabase);

const email = "das@example.org";
const { services } = createCaller({ principal: null });

it("where no email leaves the site, the phone number must match the form as well", async () => {
  const { reference } = await submission();
  expect((await services.followed()).byMail).toBe(false);
  const refused = (input: { reference: string; email: string; phone?: string }) =>
    refusalOf(services.askToFollow(input));
  expect(await refused({ reference, email })).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["phone"] }] });
  const wrong = await Promise.all([
    refused({ reference, email, phone: "+91 98765 43211" }),
    refused({ reference, email: "other@example.org", phone: "+91 98765 43210" }),
    refused({ reference: "ZZZZ-ZZZZ", email, phone: "+91 98765 43210" }),
  ]);
  const same = { code: "NOT_FOUND", message: "No application has this number with this address and phone number." };
  for (const one of wrong) expect(one).toMatchObject(same);
  expect((await refused({ reference: "no number", email })).code).toBe("BAD_REQUEST");
  expect(await db().submissionToken.count()).toBe(0);
  expect(await services.askToFollow({ reference, email, phone: "098765 43210" })).toEqual({ mailed: false });
});

it("known and unknown references are answered with the same bytes in the same time, sixty of each", async () => {
  const known = await Promise.all(Array.from({ length: 60 }, () => submission()));
  const { answer } = await expectSameAnswers(
    known.map(({ reference }) => reference),
    (reference) => call("services.askToFollow", { reference, email, phone: "+91 98765 43211" }),
  );
  expect(answer).toContain("NOT_FOUND");
  expect(await db().submissionToken.count()).toBe(0);
});

it("any phone number in the form matches, however it is typed", async () => {
  const parents = await submission({ phone: "98765 43210 (father) / 98231 11111" });
  const local = await submission({ phone: "255 0142" });
  for (const phone of ["+91 98765-43210", "०९८२३१ १११११", "mother 98231 11111"])
    expect(await services.askToFollow({ reference: parents.reference, email, phone })).toEqual({ mailed: false });
  expect(await services.askToFollow({ reference: local.reference, email, phone: "2550142" })).toEqual({
    mailed: false,
  });
  const other = { reference: parents.reference, email, phone: "98231 11112" };
  expect((await refusalOf(services.askToFollow(other))).code).toBe("NOT_FOUND");
});

it("scripts cannot read the cookie, which ends with the browser; it opens its application and no login", async () => {
  const { reference } = await submission();
  const opened = await call("services.askToFollow", { reference, email, phone: "+91 98765 43210" });
  expect(opened.headers.get("cache-control")).toBe("no-store");
  const [cookie = ""] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-lyceum-application=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(await opened.text()).not.toMatch(/[\w-]{43}/);
  const [mine = ""] = cookie.split(";");
  const wrote = await call("services.writeAsFamily", { reference, text: "When may we come?" }, mine);
  expect([wrote.status, wrote.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect((await call("account.get", undefined, mine)).status).not.toBe(200);
  expect((await call("services.countViews", undefined, mine)).status).not.toBe(200);
  const left = await call("services.stopFollowing", undefined, mine);
  expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-lyceum-application=; .*Max-Age=0/);
  expect((await call("services.withdraw", { reference }, mine)).status).toBe(401);
});
