/** The event of the receipt for a form. */
export const receiptEvent = (id: string): string => `admissionReceipt:${id}`;

/** The event of the receipt that a corrected address gets: an address that comes back gets another one. */
export const receiptEventFor = (id: string, rowVersion: number): string => `${receiptEvent(id)}:${rowVersion}`;

/** The events of all receipts up to a version of an application. */
export const receiptEvents = (id: string, rowVersion: number): string[] => [
  receiptEvent(id),
  ...Array.from({ length: rowVersion }, (_, index) => receiptEventFor(id, index + 1)),
];

/** The event of an email with a message of the office. */
export const messageEvent = (letterId: string, recipient: string): string =>
  `admissionMessage:${letterId}:${recipient}`;
