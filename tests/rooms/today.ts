import { type Permission, student } from "../harness/callers";

export const procedures = {
  "today.get": { ...student, why: "A family's day belongs to the user side.", readOnly: true },
} satisfies Record<string, Permission>;
