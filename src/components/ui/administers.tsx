"use client";

import { createContext, type PropsWithChildren, useContext } from "react";

const Administers = createContext(false);

/** Whether the viewer is an administrator, who may follow links that others may not. */
export function AdministersProvider({ value, children }: PropsWithChildren<{ value: boolean }>) {
  return <Administers value={value}>{children}</Administers>;
}

export const useAdministers = () => useContext(Administers);
