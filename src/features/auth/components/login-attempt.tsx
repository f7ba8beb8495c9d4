"use client";

import { useRouter } from "next/navigation";
import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef, useState } from "react";
import { useLead } from "@/components/form/use-lead";
import { forgetAccount } from "@/lib/account";
import { identifierOf, type Role } from "@/lib/principal";
import { hasMailedReset } from "../rules";
import type { Missing } from "./log-in";
import { takeSignedUp } from "./signed-up";

export type Attempt = {
  /**
   * The state of a login: who, whether it is pending, whether it failed and was not edited since, whether because of what was
   * typed, whether a code or a longer password is required, and whether there were too many attempts.
   */
  is: Record<Role | "busy" | "refused" | "wrong" | "coded" | "renewed" | "locked", boolean>;
  refusal: string | undefined;
};

const AttemptContext = createContext<Attempt>({
  is: {
    ...{ user: true, admin: false, busy: false, refused: false, wrong: false },
    ...{ coded: false, renewed: false, locked: false },
  },
  refusal: undefined,
});

/** The state of the login, for the parts of the form. */
export const useAttempt = () => use(AttemptContext);

// Preload the code as soon as the form is used.
const loadLogIn = () => import("./log-in");

type LoginAttemptProps = {
  /** The initially selected role. */
  role: Role;
  /** The page that redirected here. */
  next: string | null;
  /** The message if there was no response. */
  brokenText: string;
  children: ReactNode;
};

/** The login form: submits the fields of its children and provides the state to them. */
export function LoginAttempt({ role: initialRole, next, brokenText, children }: LoginAttemptProps) {
  const router = useRouter();
  const lead = useLead();
  const form = useRef<HTMLFormElement>(null);
  const [role, setRole] = useState(initialRole);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [asked, setAsked] = useState<readonly Missing[]>([]);
  const [isLocked, setIsLocked] = useState(false);
  // The second click of a double click comes before the button is busy.
  const isUnderWay = useRef(false);

  useEffect(() => {
    // The server rendered this form, so nobody is logged in on the requested side, whatever the stored hint says.
    forgetAccount();
    // The browser may have restored the choice of an earlier visit, or the visitor chose before this script loaded.
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
        // The first time, this is not an error: the field appears and explains itself.
        const { missing, refused } = answer;
        const isNew = missing !== undefined && !asked.includes(missing);
        refuse(isNew ? undefined : refused);
        if (isNew) setAsked([...asked, missing]);
        return;
      }
      lead(answer.path);
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
    wrong: refusal !== undefined && refusal !== brokenText,
    coded: asked.includes("code"),
    renewed: asked.includes("newPassword"),
    locked: isLocked && hasMailedReset(role),
  };
  return (
    <form
      ref={form}
      method="post"
      // A failed preload is retried on submit, where the error is shown.
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
