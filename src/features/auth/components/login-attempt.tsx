"use client";

import { useRouter } from "next/navigation";
import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef, useState } from "react";
import { forgetAccount } from "@/lib/account";
import { identifierOf, type Role } from "@/lib/principal";
import { hasMailedReset } from "../rules";
import type { Missing } from "./log-in";
import { takeSignedUp } from "./signed-up";

export type Attempt = {
  /**
   * Who is logging in, whether that is under way, whether it was refused and nothing was typed since, whether a code or a
   * longer password is asked for, and whether there were too many tries.
   */
  is: Record<Role | "busy" | "refused" | "coded" | "renewed" | "locked", boolean>;
  refusal: string | undefined;
};

const AttemptContext = createContext<Attempt>({
  is: { user: true, admin: false, busy: false, refused: false, coded: false, renewed: false, locked: false },
  refusal: undefined,
});

/** For the parts of the form: how the login stands. */
export const useAttempt = () => use(AttemptContext);

// Whoever only looks at the form needs no code to log in; whoever begins to use it shall not wait for it at the end.
const loadLogIn = () => import("./log-in");

type LoginAttemptProps = {
  /** The page that sent the person here. */
  next: string | null;
  /** What to say when no answer came. */
  brokenText: string;
  children: ReactNode;
};

/** The form of the login: sends what its children ask for, and tells them how it stands. */
export function LoginAttempt({ next, brokenText, children }: LoginAttemptProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [role, setRole] = useState<Role>("user");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [asked, setAsked] = useState<readonly Missing[]>([]);
  const [isLocked, setIsLocked] = useState(false);
  // Two quick presses come before the button is drawn disabled.
  const isUnderWay = useRef(false);

  useEffect(() => {
    // The server showed this form, so nobody is logged in, whatever an old display hint says.
    forgetAccount();
    // The browser may have kept the choice of an earlier visit, or it was made before this code arrived.
    if (form.current) setRole(roleIn(form.current));
    const known = takeSignedUp();
    const field = form.current?.elements.namedItem(identifierOf.user);
    if (known && field instanceof HTMLInputElement && field.value === "") field.value = known;
  }, []);

  async function login(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setRefusal(undefined);
    setIsLocked(false);
    try {
      const { logIn } = await loadLogIn();
      const answer = await logIn(role, given, next);
      if ("refused" in answer) {
        setIsLocked(answer.isLocked);
        // The first time that is no refusal: the field appears, and says what it is for.
        const { missing, refused } = answer;
        const isNew = missing !== undefined && !asked.includes(missing);
        refuse(isNew ? undefined : refused);
        if (isNew) setAsked([...asked, missing]);
        return;
      }
      router.push(answer.path);
      router.refresh();
    } catch (failure) {
      console.error(failure);
      refuse(brokenText);
    }
  }

  function refuse(message: string | undefined) {
    setRefusal(message);
    setBusy(false);
    isUnderWay.current = false;
  }

  function change(event: FormEvent<HTMLFormElement>) {
    setRefusal(undefined);
    setIsLocked(false);
    const chosen = roleIn(event.currentTarget);
    if (chosen !== role) setAsked([]);
    setRole(chosen);
  }

  const is = {
    user: role === "user",
    admin: role === "admin",
    busy,
    refused: refusal !== undefined,
    coded: asked.includes("code"),
    renewed: asked.includes("newPassword"),
    locked: isLocked && hasMailedReset(role),
  };
  return (
    <form
      ref={form}
      method="post"
      // What could not be loaded is asked for again, and told, when the form is sent.
      onFocus={() => loadLogIn().catch(() => {})}
      onChange={change}
      onSubmit={login}
      className="grid gap-5"
    >
      <AttemptContext value={{ is, refusal }}>{children}</AttemptContext>
    </form>
  );
}

function roleIn(form: HTMLFormElement): Role {
  return new FormData(form).get("role") === "admin" ? "admin" : "user";
}
