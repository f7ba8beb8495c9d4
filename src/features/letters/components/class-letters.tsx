"use client";

import { Printer } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { RowAction } from "@/components/table/row-menu";
import { lazily } from "@/components/ui/lazily";
import { storedClassOf } from "@/lib/stored-classes";
import { copy } from "../messages";

const ClassDialog = lazily(() => import("./class-dialog").then((module) => module.ClassDialog));

/** An action of the roster's menu: prints the letters of the class that is shown. */
export function ClassLetters() {
  const { choices } = useAddress();
  const [isOpen, setIsOpen] = useState(false);
  const className = storedClassOf(choices.class);
  if (!className) return null;
  const { year, section } = choices;
  const of = { class: className, ...(year && { year }), ...(section && { section: section.toUpperCase() }) };
  return (
    <>
      <RowAction icon={<Printer aria-hidden />} onClick={() => setIsOpen(true)}>
        {copy.ofClass}
      </RowAction>
      {isOpen && <ClassDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}
