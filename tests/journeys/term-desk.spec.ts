import { test } from "@playwright/test";
import { mailedProduct } from "../harness/mailed-product";
import { deskJobs } from "../harness/term/desk";
import { fillGround } from "../harness/term/people";
import { doJobs, openGround } from "../harness/term/term";

const product = mailedProduct("term-desk");

test("jobs 1 to 10 of a term: materials, marks and tests cost what docs/term.md says", async ({ browser }) => {
  test.setTimeout(240_000);
  const place = await openGround(product, browser);
  await fillGround(place.ground);
  await doJobs(deskJobs, place);
});
