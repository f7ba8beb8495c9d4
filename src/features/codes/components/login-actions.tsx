"use client";

import { KeyRound, Send } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { officeScreens as copy } from "../messages-screens";

const CodeDialog = lazily(() => import("./code-dialog").then((module) => module.CodeDialog));

export type CodePerson = { _id: string; name: string };

type LoginActionsProps = { person: CodePerson; hasLogin: boolean };

/** How the office gives access to a person: an invitation, or a new password. */
export function LoginActions({ person, hasLogin }: LoginActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const Icon = hasLogin ? KeyRound : Send;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4.5" />
        {hasLogin ? copy.newPassword : copy.invite}
      </Button>
      {isOpen && (
        <CodeDialog person={person} purpose={hasLogin ? "password" : "join"} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
