import { db } from "@/server/db/client";
import { office, type Permission, type World } from "../harness/callers";
import { shifted } from "../harness/days";

const someone = async ({ admin }: World) => (await admin.students.add({ name: "Nila Sen" }))._id;

async function someClass(world: World) {
  const studentId = await someone(world);
  const place = { className: 9, section: null, fromDay: new Date(shifted("2026-04-06")) };
  await db().enrolment.create({ data: { studentId, schoolYearId: world.yearId, ...place } });
  return { class: 9, year: world.yearId };
}

export const procedures = {
  "letters.preview": { ...office, input: ({ idOfA }) => ({ id: idOfA }), readOnly: true },
  "letters.print": { ...office, input: async (world) => ({ id: await someone(world) }) },
  "letters.previewClass": { ...office, input: ({ yearId }) => ({ class: 9, year: yearId }), readOnly: true },
  "letters.printClass": { ...office, input: someClass },
  "letters.previewMany": { ...office, input: ({ idOfA }) => ({ students: [idOfA] }), readOnly: true },
  "letters.printMany": { ...office, input: async (world) => ({ students: [await someone(world)] }) },
} satisfies Record<string, Permission>;
