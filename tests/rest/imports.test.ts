import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, createStudent, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { examOffice } from "../harness/exams";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

await openStore();

beforeEach(resetDatabase);

async function send(token: string, sheet?: string) {
  const rows = [
    ["Adm No", "Name", "Class"],
    ["A-1", "Asha Rao", "7"],
  ];
  const bytes = await writeXlsx({
    sheets: [
      { name: "Notes", rows: [["More"]] },
      { name: "Class 7", rows, rowDefs: new Map([[1, { hidden: true }]]) },
      { name: "Empty", rows: [] },
    ],
  });
  const body = new FormData();
  if (sheet !== undefined) body.append("sheet", sheet);
  body.append("file", new File([Uint8Array.from(bytes)], "list.xlsx"));
  return ask("POST", "/api/imports", { token, body });
}

it("of a workbook with several sheets, the named one is read, and none without a name", async () => {
  const student = await tokenFor(await createStudent());
  expect((await send(student, "Class 7")).status).toBe(403);
  const token = await tokenFor(await createAdmin());
  expect(await refusalIn(await send(token))).toMatchObject({
    status: 422,
    message: "Several sheets of this workbook have rows: Notes, Class 7. Say which one to read.",
    issues: [
      { path: ["sheet"], message: "Notes" },
      { path: ["sheet"], message: "Class 7" },
    ],
  });
  expect((await send(token, "Empty")).status).toBe(422);
  expect((await send(token, "class 7")).status).toBe(422);
  for (const [start, expected] of [
    ["PK\x03\x04", 422],
    ["%PDF-1.7\n", 415],
    ["\xd0\xcf\x11\xe0", 415],
  ] as const) {
    const body = new FormData();
    body.append("file", new File([Buffer.from(start, "latin1")], "list.xlsx"));
    const { status, issues } = await refusalIn(await ask("POST", "/api/imports", { token, body }));
    expect([status, issues]).toEqual([expected, [{ path: ["file"], message: expect.any(String) }]]);
  }
  expect(await db().batch.count()).toBe(0);
  const read = await (await send(token, "Class 7")).json();
  expect(read).toMatchObject({
    sheet: "Class 7",
    others: 1,
    hidden: 1,
    rows: 1,
    columns: ["admissionNo", "name", "className"],
  });
});

it("a bad file name is refused at the form's field, and a long one is not cut in the middle of a character", async () => {
  const { examWith } = await examOffice();
  const paths = ["/api/imports", `/api/exams/${await examWith([])}/files`];
  const token = await tokenFor(await createAdmin({ username: "other" }));
  for (const path of paths) {
    const sendAs = (name: string) => {
      const body = new FormData();
      body.append("file", new File(["Name,Class,Marks\nAsha Rao,7,40\n"], name));
      return ask("POST", path, { token, body });
    };
    const issues = [{ path: ["file"], message: "The file has a character that cannot be shown." }];
    expect(await refusalIn(await sendAs("list\u2028.csv")), path).toMatchObject({ status: 400, issues });
    const tail = `${"a".repeat(250)}.csv`;
    const answer = await sendAs(`list \u{1f4da}\u202e${tail}`);
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 201, { fileName: tail }]);
  }
});
