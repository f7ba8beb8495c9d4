import { expect } from "vitest";
import { createCaller } from "@/features";
import { usualPassword } from "../factories";
import { officeOfEachTest } from "./office";

export const badCode = { code: "BAD_REQUEST", message: expect.stringMatching(/^This code does not work\./) };

export const visitor = (more: object = {}) => createCaller({ principal: null, ...more });

export const logIn = (identifier: string, password = usualPassword) =>
  visitor().auth.login({ identifier, password, role: "user" });

/** An office that makes codes for students and guardians, new for each test of a file. */
export function codeOffice() {
  const office = officeOfEachTest();

  const add = async (more: object = {}) =>
    (await office.students.add({ name: "Asha Rao", admissionNo: "KV-7", ...more }))._id;
  const codeFor = async (personId: string, purpose: "join" | "password" = "join") =>
    (await office.codes.make({ personId, purpose })).code;
  const link = async (studentId: string, name = "Mira Rao", relation = "mother") =>
    (await office.codes.makeLink({ studentId, name, relation })).code;
  return { office, add, codeFor, link };
}
