"use client";

import { ListOrdered } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { toast } from "@/components/ui/toast";
import { storedClassOf } from "@/lib/stored-classes";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { NumberByNameInput, NumbersView } from "../schema-promotion";

const NumberDialog = lazily(() => import("./number-dialog").then((module) => module.NumberDialog));

/** Gives roll numbers by name to a class, while the roster shows it. */
export function NumberByName() {
  const { choices } = useAddress();
  const { previewNumbers } = api.useUtils().enrolments;
  const [isLooking, setIsLooking] = useState(false);
  const [asked, setAsked] = useState<{ of: NumberByNameInput; found: NumbersView }>();
  const className = storedClassOf(choices.class);
  if (!className) return null;
  const { year, section } = choices;
  const of = { className, ...(year && { year }), ...(section && { section: section.toUpperCase() }) };

  async function look() {
    setIsLooking(true);
    try {
      setAsked({ of, found: await previewNumbers.fetch(of, { staleTime: 0 }) });
    } catch (error) {
      toast.error(messageOf(error, copy.numbersFailed));
    }
    setIsLooking(false);
  }

  return (
    <>
      <Button variant="secondary" busy={isLooking} onClick={() => void look()}>
        <ListOrdered aria-hidden className="size-4.5" />
        {copy.number}
      </Button>
      {asked && <NumberDialog {...asked} onChanged={() => void look()} onClose={() => setAsked(undefined)} />}
    </>
  );
}
