"use client";

import { Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { copy } from "../messages";

const PrintDialog = lazily(() => import("./print-dialog").then((module) => module.PrintDialog));

/** Prints the letter for the family, on the page of a student. */
export function PrintLetter({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Printer aria-hidden className="size-4.5" />
        {copy.print}
      </Button>
      {isOpen && <PrintDialog id={id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
