import { member, type Permission } from "../harness/callers";

export const procedures = {
  "guardians.children": { ...member, readOnly: true },
} satisfies Record<string, Permission>;
