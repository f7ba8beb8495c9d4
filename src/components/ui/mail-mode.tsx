"use client";

import { createContext, type ReactNode, useContext } from "react";

const MailMode = createContext(true);

/** Provides whether this site sends emails; without a mail server they are kept as files, and nobody gets them. */
export function MailModeProvider({ value, children }: { value: boolean; children: ReactNode }) {
  return <MailMode value={value}>{children}</MailMode>;
}

export const useMailMode = () => useContext(MailMode);
