import { member, type Permission } from "../harness/callers";

export const procedures = {
  "guardians.children": { ...member, readOnly: true },
  "guardians.overview": { ...member, readOnly: true },
} satisfies Record<string, Permission>;
