"use client";

import { useEffect, useState } from "react";
import { DonePanel } from "@/components/form/done-panel";
import { useFragment } from "@/components/form/use-fragment";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { useMailMode } from "@/components/ui/mail-mode";
import { useSignedIn } from "@/lib/use-signed-in";
import { joinScreens as copy } from "../messages-screens";
import { codeIn, opened } from "../rules";
import type { CodeOwnerView } from "../schema";
import { CodeEntry } from "./code-entry";
import { CodeOwner } from "./code-owner";
import { JoinForm } from "./join-form";
import { LinkChild } from "./link-child";

type JoinScreenProps = {
  /** Whom to ask for a code. */
  office: { email: string; phone: string };
};

type Found = { code: string; owner: CodeOwnerView };
type Done = { title: string; hint: string; href: string; label: string };

/** Uses a code from the office: first shows its owner, then asks for a password. */
export function JoinScreen({ office }: JoinScreenProps) {
  const isMailOn = useMailMode();
  const signedIn = useSignedIn();
  const [linked, forget] = useFragment(codeIn);
  const [found, setFound] = useState<Found>();
  const [done, setDone] = useState<Done>();

  // Another code opened in the same tab restarts the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code in the address is what it waits for
  useEffect(() => {
    setFound(undefined);
    setDone(undefined);
  }, [linked]);

  if (done)
    return (
      <div className="wrap-anywhere grid grid-cols-1">
        <DonePanel
          title={done.title}
          hint={done.hint}
          action={<ButtonLink href={done.href}>{done.label}</ButtonLink>}
        />
      </div>
    );
  if (!found)
    return (
      <CodeEntry
        key={linked ?? ""}
        linked={linked}
        office={office}
        onFound={(code, owner) => setFound({ code, owner })}
      />
    );
  const { code, owner } = found;
  // Otherwise the code of the letter would be looked up again.
  const other = () => {
    forget();
    setFound(undefined);
  };
  const isLink = owner.purpose === "link";
  const canAdd = isLink && signedIn?.role === "user";
  return (
    <div className="grid grid-cols-1 gap-6">
      <CodeOwner
        code={code}
        owner={owner}
        onDeclined={() =>
          setDone({ title: copy.declined, hint: copy.declinedHint, href: "/contact", label: copy.toHome })
        }
      />
      {canAdd && (
        <div className="grid gap-4 border-line border-b pb-5">
          <LinkChild
            key={signedIn._id}
            code={code}
            owner={owner}
            label={copy.addTo(owner.firstName, signedIn.name)}
            onDone={(child) =>
              setDone({ title: copy.added(child), hint: copy.addedHint, href: "/user", label: copy.toHome })
            }
          />
          <p className="text-ink-soft text-sm">{copy.orNew}</p>
        </div>
      )}
      {isLink && !canAdd && (
        <p className="text-ink-soft text-sm">
          {copy.haveLogin}{" "}
          <Link href="/login?next=/user/account" className="link inline-block py-1.5">
            {copy.signIn}
          </Link>
        </p>
      )}
      <JoinForm
        code={code}
        owner={owner}
        signedIn={signedIn?.name}
        onOther={other}
        onLooked={(now) => setFound({ code, owner: now })}
        onDone={(identifier, isIn) => setDone(isIn ? opened(owner, identifier, isMailOn) : ready(identifier))}
      />
    </div>
  );
}

const ready = (identifier: string): Done => ({
  title: copy.ready,
  hint: copy.readyHint(identifier),
  href: "/login",
  label: copy.signIn,
});
