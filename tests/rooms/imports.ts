import { office, officeGets, type Permission, type RestRow, type World } from "../harness/callers";

const heads = ["Admission number", "Name", "Class"];

async function readList({ admin }: Pick<World, "admin">) {
  return admin.imports.add({
    ...{ fileName: "list.csv", fileHash: "a".repeat(64), kind: "csv", sheet: "", others: 0 },
    rows: [heads, ["A-1", "Asha Rao", "7"], ["A-2", "Nisha", "13"]].map((cells, index) => ({ no: index + 1, cells })),
  });
}

const idOfRead = async (world: Pick<World, "admin">) => ({ id: (await readList(world))._id });

async function idOfChecked(world: Pick<World, "admin">) {
  const { _id: id, columns } = await readList(world);
  await world.admin.imports.check({ id, columns });
  return { id };
}

async function idOfApplied(world: Pick<World, "admin">) {
  const { id } = await idOfChecked(world);
  await world.admin.imports.carryOut({ id });
  return { id };
}

export const procedures = {
  "imports.list": { ...office, readOnly: true },
  "imports.get": { ...office, input: idOfRead, readOnly: true },
  "imports.rows": { ...office, input: idOfChecked, readOnly: true },
  "imports.mayAdd": { ...office, readOnly: true },
  "imports.add": {
    ...office,
    input: () => ({
      ...{ fileName: "list.csv", fileHash: "b".repeat(64), kind: "csv", sheet: "", others: 0 },
      rows: [
        { no: 1, cells: heads },
        { no: 2, cells: ["A-1", "Asha Rao", "7"] },
      ],
    }),
  },
  "imports.check": {
    ...office,
    input: async (world) => ({ ...(await idOfRead(world)), columns: ["admissionNo", "name", "className"] }),
  },
  "imports.carryOut": { ...office, input: idOfChecked },
  "imports.undo": { ...office, input: idOfApplied },
  "imports.remove": { ...office, input: idOfRead },
  "imports.refused": { ...office, input: idOfChecked, readOnly: true },
  "imports.template": { ...office, input: () => ({ kind: "csv" }), readOnly: true },
} satisfies Record<string, Permission>;

function form(): FormData {
  const data = new FormData();
  data.append("file", new File(["Name,Class\nAsha Rao,7\n"], "list.csv"));
  return data;
}

export const requests = {
  "POST /api/imports": { ...officeGets(201), request: () => ({ body: form() }) },
} satisfies Record<string, RestRow>;
