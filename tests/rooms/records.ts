import { administrator, office, type Permission } from "../harness/callers";

export const procedures = {
  "records.listMails": { ...office, input: () => ({}), readOnly: true },
  "records.mailSummary": { ...office, input: () => ({}), readOnly: true },
  "records.resendMail": { ...office, input: ({ mailId }) => ({ id: mailId }) },
  "records.resendMails": { ...office, input: () => ({ state: "failed" }) },
  "records.dropMails": { ...office, input: () => ({}) },
  "records.listEvents": { ...administrator, input: () => ({}), readOnly: true },
  "records.status": { ...administrator, readOnly: true },
  "records.faults": { ...administrator, readOnly: true },
} satisfies Record<string, Permission>;
