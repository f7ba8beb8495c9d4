import { test } from "@playwright/test";
import { call } from "../harness/browser-call";
import { mailedProduct } from "../harness/mailed-product";
import { register } from "../harness/people";
import { apply, officeJobs } from "../harness/term/office";
import { dayFrom, fillGround } from "../harness/term/people";
import { doJobs, openGround } from "../harness/term/term";

const product = mailedProduct("term-office");

test("jobs 11 to 21 of a term: applications, people and the institute cost what docs/term.md says", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const place = await openGround(product, browser);
  const { visitor, sql } = place.ground;
  await fillGround(place.ground);
  await call(place.ground.office, "years.add", { label: "Next year", firstDay: dayFrom(201), lastDay: dayFrom(560) });
  await apply(visitor, 10);
  // A student who has signed up but never opened the confirmation email.
  await register(visitor, { name: "Bina Shah", email: "bina@school.example", password: "mango-river-9" });
  await sql("insert into students (user_id, origin) select id, 'self' from users where email = 'bina@school.example'");
  await doJobs(officeJobs, place);
});
