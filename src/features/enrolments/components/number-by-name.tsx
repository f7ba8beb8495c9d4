"use client";

import { ListOrdered } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { RowAction } from "@/components/table/row-menu";
import { lazily } from "@/components/ui/lazily";
import { toast } from "@/components/ui/toast";
import { storedClassOf } from "@/lib/stored-classes";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { NumberByNameInput, NumbersView } from "../schema-promotion";

const NumberDialog = lazily(() => import("./number-dialog").then((module) => module.NumberDialog));

/** An action of the roster's menu: gives roll numbers by name to the class that is shown. */
export function NumberByName() {
  const { choices } = useAddress();
  const { previewNumbers } = api.useUtils().enrolments;
  const [asked, setAsked] = useState<{ of: NumberByNameInput; found: NumbersView }>();
  const className = storedClassOf(choices.class);
  if (!className) return null;
  const { year, section } = choices;
  const of = { className, ...(year && { year }), ...(section && { section: section.toUpperCase() }) };

  async function look() {
    try {
      setAsked({ of, found: await previewNumbers.fetch(of, { staleTime: 0 }) });
    } catch (error) {
      toast.error(messageOf(error, copy.numbersFailed));
    }
  }

  return (
    <>
      <RowAction icon={<ListOrdered aria-hidden />} onClick={() => void look()}>
        {copy.number}
      </RowAction>
      {asked && <NumberDialog {...asked} onChanged={() => void look()} onClose={() => setAsked(undefined)} />}
    </>
  );
}
