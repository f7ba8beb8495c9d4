import { randomUUID } from "node:crypto";
import {
  administrator,
  administratorGets,
  everyone,
  everyoneGets,
  type Permission,
  type RestRow,
} from "../harness/callers";

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
  "services.list": { ...administrator, input: () => ({}) },
  "services.countNew": { ...administrator, readOnly: true },
  "services.markOpened": { ...administrator, input: () => ({ id: randomUUID() }) },
  "services.sendMessage": { ...everyone, input: () => message },
  "services.listMessages": { ...administrator, input: () => ({}) },
  "services.exportSubmissions": administrator,
  "services.exportMessages": administrator,
} satisfies Record<string, Permission>;

export const requests = {
  "POST /api/services/submit": { ...everyoneGets(201), request: () => ({ json: application }) },
  "GET /api/services": administratorGets(200),
} satisfies Record<string, RestRow>;
