"use client";

import { createContext, type ReactNode, use } from "react";
import type { SiteFacts } from "@/lib/site-content";

type KnownFacts = Pick<SiteFacts, "name" | "logo" | "phone" | "email" | "street" | "city" | "postcode" | "toBring">;

const nothing = { name: "", logo: null, phone: "", email: "", street: "", city: "", postcode: "", toBring: [] };

const FactsContext = createContext<KnownFacts>(nothing);

/** Provides name and address of the institute. */
export function FactsProvider({ of, children }: { of: KnownFacts; children: ReactNode }) {
  return <FactsContext value={of}>{children}</FactsContext>;
}

export const useFacts = () => use(FactsContext);
