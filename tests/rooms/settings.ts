import { administrator, everyone, type Permission } from "../harness/callers";

const tinyPng = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const procedures = {
  "settings.clock": { ...everyone, readOnly: true },
  "settings.season": { ...everyone, readOnly: true },
  "settings.logo": { ...administrator, readOnly: true },
  "settings.changeLogo": { ...administrator, input: () => ({ base64: tinyPng }) },
  "settings.removeLogo": { ...administrator },
  "settings.get": { ...administrator, readOnly: true },
  "settings.change": { ...administrator, input: () => ({ key: "clock", value: "12" }) },
} satisfies Record<string, Permission>;
