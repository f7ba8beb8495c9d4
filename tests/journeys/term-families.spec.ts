import { test } from "@playwright/test";
import { call } from "../harness/browser-call";
import { pdfFile } from "../harness/documents";
import { mailedProduct } from "../harness/mailed-product";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { familyJobs } from "../harness/term/families";
import { dayFrom, fillGround, heldExam } from "../harness/term/people";
import { doJobs, openGround } from "../harness/term/term";

const product = mailedProduct("term-families");

test("jobs 22 to 30 of a term: students, parents and visitors spend what docs/term.md says", async ({ browser }) => {
  test.setTimeout(240_000);
  const place = await openGround(product, browser);
  const { ground } = place;
  const { office } = ground;
  const { mother, ashaId } = await fillGround(ground);
  const rohanId = await ground.pupil("rohan@school.example", "Rohan Rao");
  await ground.guardian(mother.email, rohanId);
  for (const [examName, asha, rohan] of [
    ["Unit Test 1", 44, 36],
    ["Unit Test 2", 60, 40],
  ] as const)
    await heldExam(
      office,
      [
        { studentId: ashaId, score: asha },
        { studentId: rohanId, score: rohan },
      ],
      examName,
    );
  const { upload } = await publisher(new URL((await office.request.get("/api/ready")).url()).origin, administrator);
  const about = { className: "7", subject: "Biology", materialName: "Leaves", expiresAt: "null" };
  await upload(about, { name: "leaves.pdf", type: "application/pdf", bytes: await pdfFile() });
  const test7 = { className: 7, subject: "Biology", testDate: dayFrom(9), testTime: "10:00" };
  await call(office, "schedules.add", test7);
  const notice = { title: "Reading week", text: "Bring a book.", audience: [{ kind: "class", className: 7 }] };
  const { _id: id, rowVersion } = await call<{ _id: string; rowVersion: number }>(office, "notices.add", notice);
  await call(office, "notices.publish", { id, rowVersion });
  await ground.passPause();
  await doJobs(familyJobs, place);
});
