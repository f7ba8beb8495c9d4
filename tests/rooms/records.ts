import { administrator, type Permission } from "../harness/callers";

export const procedures = {
  "records.listMails": { ...administrator, input: () => ({}), readOnly: true },
  "records.mailSummary": { ...administrator, readOnly: true },
  "records.resendMail": { ...administrator, input: ({ mailId }) => ({ id: mailId }) },
  "records.resendMails": { ...administrator, input: () => ({ state: "failed" }) },
  "records.dropMails": { ...administrator, input: () => ({}) },
  "records.listEvents": { ...administrator, input: () => ({}), readOnly: true },
  "records.status": { ...administrator, readOnly: true },
} satisfies Record<string, Permission>;
