import { type Permission, staff } from "../harness/callers";

const why = "What waits is that of the caller's rights.";

export const procedures = {
  "overview.get": { ...staff, why, readOnly: true },
  "overview.find": { ...staff, why, input: () => ({ search: "rao" }), readOnly: true },
  "overview.tests": { ...staff, why, readOnly: true },
} satisfies Record<string, Permission>;
