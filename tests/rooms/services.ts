import { randomUUID } from "node:crypto";
import { everyone, everyoneGets, office, officeGets, type Permission, type RestRow } from "../harness/callers";

const application = {
  selectedClass: "Class 7",
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "das@example.org",
  phone: "+91 98765 43210",
};
const message = { name: "Mohan Das", email: "das@example.org", message: "May we visit a class?", consent: true };

// Reading applications and messages needs writes, since it is audited.
export const procedures = {
  "services.submit": { ...everyone, input: () => application },
  "services.list": { ...office, input: () => ({}) },
  "services.countNew": { ...office, readOnly: true },
  "services.markOpened": { ...office, input: () => ({ id: randomUUID() }) },
  "services.sendMessage": { ...everyone, input: () => message },
  "services.listMessages": { ...office, input: () => ({}) },
  "services.exportSubmissions": office,
  "services.exportMessages": office,
} satisfies Record<string, Permission>;

export const requests = {
  "POST /api/services/submit": { ...everyoneGets(201), request: () => ({ json: application }) },
  "GET /api/services": officeGets(200),
} satisfies Record<string, RestRow>;
