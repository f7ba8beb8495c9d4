import { office, officeGets, type Permission, type RestRow, type World } from "../harness/callers";
import { shifted } from "../harness/days";

// Each call enrols a new student.
async function placed({ admin, yearId: year }: Pick<World, "admin" | "yearId">) {
  const { _id: studentId, enrolments } = await admin.students.add({
    name: "Nila Sen",
    className: 7,
    year,
    fromDay: shifted("2026-04-06"),
  });
  return { id: enrolments[0]?._id ?? "", studentId };
}
const unplaced = async ({ admin }: Pick<World, "admin">) => (await admin.students.add({ name: "Nila Sen" }))._id;
const promotion = async (world: Pick<World, "admin" | "yearId" | "nextYearId">) => {
  await placed(world);
  return { fromYear: world.yearId, toYear: world.nextYearId, className: 7 };
};
const numbered = async (world: World) => {
  await placed(world);
  return { className: 7, year: world.yearId };
};

export const procedures = {
  "enrolments.list": { ...office, input: () => ({}), readOnly: true },
  "enrolments.enrol": {
    ...office,
    input: async (world) => ({ studentId: await unplaced(world), className: 7, year: world.yearId }),
  },
  "enrolments.change": { ...office, input: async (world) => ({ id: (await placed(world)).id, rollNo: "7" }) },
  "enrolments.move": {
    ...office,
    input: async (world) => ({ studentId: (await placed(world)).studentId, className: 8 }),
  },
  "enrolments.end": {
    ...office,
    input: async (world) => ({
      studentId: (await placed(world)).studentId,
      day: shifted("2026-11-20"),
      reason: "Moved away",
    }),
  },
  "enrolments.return": {
    ...office,
    input: async (world) => {
      const { studentId } = await placed(world);
      await world.admin.enrolments.end({ studentId, day: shifted("2026-11-20"), reason: "Moved away" });
      return { studentId, className: 7, year: world.yearId };
    },
  },
  "enrolments.placeMany": {
    ...office,
    input: async (world) => ({ students: [(await placed(world)).studentId], className: 8 }),
  },
  "enrolments.endMany": {
    ...office,
    input: async (world) => ({
      ...{ students: [(await placed(world)).studentId], day: shifted("2026-11-20"), reason: "Moved away" },
    }),
  },
  "enrolments.confirmProposed": {
    ...office,
    input: async (world) => ({
      students: [{ studentId: await unplaced(world), className: 7 }],
      year: world.yearId,
    }),
  },
  "enrolments.previewPromotion": { ...office, input: promotion, readOnly: true },
  "enrolments.promote": { ...office, input: promotion },
  "enrolments.promotions": { ...office, readOnly: true },
  "enrolments.undoPromotion": {
    ...office,
    input: async (world) => {
      const { batchId } = await world.admin.enrolments.promote(await promotion(world));
      return { batchId };
    },
  },
  "enrolments.previewNumbers": { ...office, input: numbered, readOnly: true },
  "enrolments.numberByName": { ...office, input: numbered },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/enrolments": officeGets(200),
  "POST /api/enrolments": {
    ...officeGets(201),
    request: async (world) => ({ json: { studentId: await unplaced(world), className: "7", year: world.yearId } }),
  },
  "PATCH /api/enrolments/{id}": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/enrolments/${(await placed(world)).id}`, json: { rollNo: 7 } }),
  },
  "POST /api/enrolments/move": {
    ...officeGets(201),
    request: async (world) => ({ json: { studentId: (await placed(world)).studentId, className: 8 } }),
  },
  "POST /api/enrolments/end": {
    ...officeGets(200),
    request: async (world) => ({
      json: { studentId: (await placed(world)).studentId, day: shifted("2026-11-20"), reason: "The family moved" },
    }),
  },
  "POST /api/enrolments/return": {
    ...officeGets(201),
    request: async (world) => {
      const { studentId } = await placed(world);
      await world.admin.enrolments.end({ studentId, day: shifted("2026-11-20"), reason: "The family moved" });
      return { json: { studentId, className: 7, year: world.yearId } };
    },
  },
  "GET /api/promotions": officeGets(200),
  "POST /api/promotions": { ...officeGets(201), request: async (world) => ({ json: await promotion(world) }) },
  "POST /api/promotions/preview": { ...officeGets(200), request: async (world) => ({ json: await promotion(world) }) },
  "POST /api/promotions/{batchId}/undo": {
    ...officeGets(200),
    request: async (world) => {
      const { batchId } = await world.admin.enrolments.promote(await promotion(world));
      return { path: `/api/promotions/${batchId}/undo` };
    },
  },
} satisfies Record<string, RestRow>;
