import { administrator, everyone, type Permission } from "../harness/callers";

export const procedures = {
  "settings.clock": { ...everyone, readOnly: true },
  "settings.season": { ...everyone, readOnly: true },
  "settings.get": { ...administrator, readOnly: true },
  "settings.change": { ...administrator, input: () => ({ key: "clock", value: "12" }) },
} satisfies Record<string, Permission>;
