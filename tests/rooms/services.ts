import { randomUUID } from "node:crypto";
import { makeLink } from "@/features/admissions/mutations-family";
import {
  everyone,
  everyoneGets,
  office,
  officeGets,
  type Permission,
  type RestRow,
  type World,
} from "../harness/callers";

const application = {
  selectedClass: "Class 7",
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "das@example.org",
  phone: "+91 98765 43210",
};
const message = { name: "Mohan Das", email: "das@example.org", message: "May we visit a class?", consent: true };

const shown = { reference: "K7Q2-9XMD" };

const onlyFollowing = {
  ...{ visitor: "UNAUTHORIZED", userA: "UNAUTHORIZED", userB: "UNAUTHORIZED", guardian: "UNAUTHORIZED" },
  ...{ strangersGuardian: "UNAUTHORIZED", teacher: "UNAUTHORIZED", otherTeacher: "UNAUTHORIZED" },
  ...{ office: "UNAUTHORIZED", admin: "UNAUTHORIZED", loggedOut: "UNAUTHORIZED" },
  why: "The cookie of a mailed link opens one application; no login does.",
} as const satisfies Permission;

async function sentIn({ admin }: Pick<World, "admin">) {
  return { id: (await admin.services.submit(application))._id };
}

async function messageIn({ admin }: Pick<World, "admin">) {
  await admin.services.sendMessage({ ...message, consent: true });
  return { id: (await admin.services.inbox({})).items[0]?._id ?? "" };
}

// Reading applications and messages needs writes, since it is audited.
export const procedures = {
  "services.followed": { ...everyone, readOnly: true },
  "services.askToFollow": {
    ...everyone,
    input: async ({ admin }) => {
      const { reference } = await admin.services.submit(application);
      return { reference, email: application.email, phone: application.phone };
    },
  },
  "services.openFollowed": {
    ...everyone,
    input: async (world) => ({ token: await makeLink((await sentIn(world)).id, new Date()) }),
  },
  "services.stopFollowing": { ...everyone, readOnly: true },
  "services.writeAsFamily": { ...onlyFollowing, input: () => ({ ...shown, text: "When may we come?" }) },
  "services.withdraw": { ...onlyFollowing, input: () => shown },
  "services.acceptOffer": { ...onlyFollowing, input: () => shown },
  "services.submit": { ...everyone, input: () => application },
  "services.list": { ...office, input: () => ({}) },
  "services.countWaiting": { ...office, readOnly: true },
  "services.markOpened": { ...office, input: () => ({ id: randomUUID() }) },
  "services.sendMessage": { ...everyone, input: () => message },
  "services.exportSubmissions": office,
  "services.similar": { ...office, input: sentIn },
  "services.merge": {
    ...office,
    input: async (world) => ({ ...(await sentIn(world)), otherId: (await sentIn(world)).id }),
  },
  "services.separate": {
    ...office,
    input: async ({ admin }) => {
      const [{ id }, { id: otherId }] = [await sentIn({ admin }), await sentIn({ admin })];
      await admin.services.merge({ id, otherId });
      return { id: otherId };
    },
  },
  "services.previewEnrolment": { ...office, input: sentIn },
  "services.enrol": {
    ...office,
    input: async (world) => {
      const { id } = await sentIn(world);
      await world.admin.services.move({ id, rowVersion: 1, to: "accepted" });
      const guardians = [{ name: "Mohan Das", relation: "Father" }];
      const others = (await world.admin.services.previewEnrolment({ id })).namesakes.map(({ _id }) => _id);
      return { id, rowVersion: 2, name: "Kiran Das", className: 7, others, guardians };
    },
  },
  "services.desk": { ...office, input: () => ({ class: "9" }), readOnly: true },
  "services.countViews": { ...office, readOnly: true },
  "services.figures": { ...office, readOnly: true },
  "services.get": { ...office, input: sentIn },
  "services.move": { ...office, input: async (world) => ({ ...(await sentIn(world)), rowVersion: 1, to: "waiting" }) },
  "services.moveMany": {
    ...office,
    input: async (world) => ({ rows: [{ id: (await sentIn(world)).id, rowVersion: 1 }], to: "waiting" }),
  },
  "services.correct": {
    ...office,
    input: async (world) => ({
      ...{ ...(await sentIn(world)), rowVersion: 1, name: "Kiran Das", parentName: "Mohan Das" },
      ...{ email: "mohan@example.org", phone: "+91 98765 43210" },
    }),
  },
  "services.note": { ...office, input: async (world) => ({ ...(await sentIn(world)), note: "Ask the teacher." }) },
  "services.write": { ...office, input: async (world) => ({ ...(await sentIn(world)), text: "Please call us." }) },
  "services.takeBack": {
    ...office,
    input: async ({ admin }) => {
      const { id } = await sentIn({ admin });
      const { steps } = await admin.services.write({ id, text: "Please call us." });
      return { id, messageId: steps.at(-1)?._id };
    },
  },
  "services.colleagues": { ...office, readOnly: true },
  "services.checkVisit": { ...office, input: () => ({ date: "2027-01-12", time: "11:00" }), readOnly: true },
  "services.assign": { ...office, input: async (world) => ({ ids: [(await sentIn(world)).id], to: "me" }) },
  "services.exportMessages": office,
  "services.inbox": { ...office, input: () => ({}) },
  "services.countInbox": { ...office, readOnly: true },
  "services.answerMessage": { ...office, input: async (world) => ({ ...(await messageIn(world)), text: "You may." }) },
  "services.takeAnswerBack": {
    ...office,
    input: async (world) => {
      const asked = await messageIn(world);
      await world.admin.services.answerMessage({ ...asked, text: "You may." });
      return asked;
    },
  },
  "services.finishMessage": { ...office, input: async (world) => ({ ...(await messageIn(world)), isDone: true }) },
} satisfies Record<string, Permission>;

export const requests = {
  "POST /api/services/submit": { ...everyoneGets(201), request: () => ({ json: application }) },
  "GET /api/services": officeGets(200),
} satisfies Record<string, RestRow>;
