"use client";

import { createContext, type PropsWithChildren, useContext } from "react";

const Administers = createContext(false);

/** Says whether the person who looks at the page is an administrator, whom more of its links lead somewhere. */
export function AdministersProvider({ value, children }: PropsWithChildren<{ value: boolean }>) {
  return <Administers value={value}>{children}</Administers>;
}

export const useAdministers = () => useContext(Administers);
