import { expect, it } from "vitest";
import { asha, importOffice, nisha, row } from "../harness/list-import";

const heads = ["Adm No", "Name", "Class & Section"];
const { admin, check, carryOut, rowsOf } = importOffice();
const fieldsOf = async (id: string) => (await admin.imports.rows({ id })).fields;

it("a section in the class column is shown beside it, with the old one", async () => {
  const { _id: first } = await check([["A-1", "Asha Rao", "7-A"]], {}, heads);
  expect(await fieldsOf(first)).toEqual(["admissionNo", "name", "className", "section"]);
  await admin.imports.carryOut({ id: first });
  const { _id: second } = await check([["A-1", "Asha Rao", "7-B"]], {}, heads);
  expect((await rowsOf(second))[0]).toMatchObject({ state: "updated", was: { section: "A" } });
  const { _id: without } = await check([["A-2", "Bina Rao", "7"]], {}, heads);
  expect(await fieldsOf(without)).toEqual(["admissionNo", "name", "className"]);
});

it("a student whose section a later import has changed stays, even once that import is undone, and the undo says so", async () => {
  const { _id: first } = await carryOut([asha, nisha]);
  const { _id: later } = await carryOut([row({ 4: "B" }), nisha]);
  expect(await admin.imports.undo({ id: later })).toMatchObject({ reversed: 1, leftOver: [] });
  expect(await admin.imports.undo({ id: first })).toMatchObject({
    reversed: 1,
    leftOver: [{ name: "Asha Rao", state: "kept", why: "Was changed by a later import or promotion." }],
  });
});
