"use client";

import { createContext, type ReactNode, useContext } from "react";

const MailMode = createContext(true);

/** Says whether mails leave this site; without a mail server they are kept as files, and nobody gets them. */
export function MailModeProvider({ value, children }: { value: boolean; children: ReactNode }) {
  return <MailMode value={value}>{children}</MailMode>;
}

export const useMailMode = () => useContext(MailMode);
