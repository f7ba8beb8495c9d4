/** The event of the receipt for a form. */
export const receiptEvent = (id: string): string => `admissionReceipt:${id}`;

/** The event of the receipt that a corrected address gets. */
export const receiptEventFor = (id: string, recipient: string): string => `${receiptEvent(id)}:${recipient}`;

/** The event of an email with a message of the office. */
export const messageEvent = (letterId: string, recipient: string): string =>
  `admissionMessage:${letterId}:${recipient}`;
