"use client";

import { Printer } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { storedClassOf } from "@/lib/stored-classes";
import { copy } from "../messages";

const ClassDialog = lazily(() => import("./class-dialog").then((module) => module.ClassDialog));

/** Prints the letters of a class, while the roster shows it. */
export function ClassLetters() {
  const { choices } = useAddress();
  const [isOpen, setIsOpen] = useState(false);
  const className = storedClassOf(choices.class);
  if (!className) return null;
  const { year, section } = choices;
  const of = { class: className, ...(year && { year }), ...(section && { section: section.toUpperCase() }) };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Printer aria-hidden className="size-4.5" />
        {copy.ofClass}
      </Button>
      {isOpen && <ClassDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}
