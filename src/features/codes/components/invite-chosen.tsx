"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { BulkAct, useChosen } from "@/components/table/bulk-bar";
import { lazily } from "@/components/ui/lazily";
import { officeScreens as copy } from "../messages-screens";

const InviteDialog = lazily(() => import("./invite-dialog").then((module) => module.InviteDialog));

/** Invites the selected students by email, or by letter if there is no address. */
export function InviteChosen() {
  const students = useChosen();
  const [chosen, setChosen] = useState<readonly string[]>();
  return (
    <>
      <BulkAct icon={<MailCheck aria-hidden />} onClick={() => setChosen(students)}>
        {copy.invite}
      </BulkAct>
      {chosen && <InviteDialog students={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
