"use client";

import { type ReactNode, useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { useRefresh } from "@/components/site/use-refresh";
import { Button } from "@/components/ui/button";
import { Failed } from "@/components/ui/failed";
import { Link } from "@/components/ui/link";
import { useMailMode } from "@/components/ui/mail-mode";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { familyLinks as copy, officeLinks } from "../messages-links";
import type { OwnLinkView } from "../schema-consents";

type Act = "leave" | "withdraw" | "give";
type Question = { act: Act; child: OwnLinkView };
type Hinted = { name: string; isMailOn: boolean };

const words: Record<Act, { title: (name: string) => string; hint: (of: Hinted) => ReactNode; yes: string }> = {
  leave: {
    title: copy.leaveQuestion,
    hint: ({ isMailOn }) => (isMailOn ? copy.leaveHint : copy.leaveHintKept),
    yes: copy.leave,
  },
  withdraw: { title: copy.withdrawQuestion, hint: () => copy.withdrawHint, yes: copy.withdraw },
  give: { title: copy.giveQuestion, hint: ({ name }) => <ConsentText name={name} />, yes: copy.agree },
};

/** The children of a guardian, to give and withdraw consents and to end links. */
export function OwnChildren() {
  const refresh = useRefresh();
  const isMailOn = useMailMode();
  const { guardians } = api.useUtils();
  const children = api.guardians.mine.useQuery();
  const { data, error } = children;
  const [asked, setAsked] = useState<Question>();
  function readAnew() {
    void guardians.invalidate();
    void refresh();
  }
  const options = (message: (child: string) => string) => ({
    onSuccess(now: OwnLinkView[]) {
      toast.success(message(asked?.child.name ?? ""));
      setAsked(undefined);
      guardians.mine.setData(undefined, now);
      readAnew();
    },
    // Without a response, the change may be done; then a second press would be rejected.
    onError(error: unknown) {
      readAnew();
      const code = codeOf(error);
      if (code !== "NOT_FOUND" && code !== "CONFLICT") return;
      setAsked(undefined);
      toast.error(messageOf(error, officeLinks.failed));
    },
  });
  const works = {
    leave: api.guardians.leave.useMutation(options(copy.left)),
    withdraw: api.guardians.withdrawOwn.useMutation(options(() => copy.withdrawn)),
    give: api.guardians.giveOwn.useMutation(options(() => copy.given)),
  };
  const act = asked?.act ?? "leave";
  const work = works[act];
  function ask(one: Act, child: OwnLinkView) {
    works[one].reset();
    setAsked({ act: one, child });
  }
  if (!data)
    return error ? <Failed of={children}>{messageOf(error, copy.loadFailed)}</Failed> : <Skeleton className="h-36" />;
  if (data.length === 0) return <p className="text-ink-soft">{copy.noChild}</p>;
  const name = asked?.child.name ?? "";
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {data.map((child) => (
          <Child key={child._id} child={child} ask={(one) => ask(one, child)} />
        ))}
      </ul>
      <AskDialog
        open={asked !== undefined}
        onOpenChange={(next) => !next && setAsked(undefined)}
        title={words[act].title(name)}
        description={words[act].hint({ name, isMailOn })}
        confirmLabel={words[act].yes}
        confirmVariant={act === "give" ? "primary" : "danger"}
        busyText={copy.working}
        of={work}
        input={asked && { studentId: asked.child._id }}
        failed={messageOf(work.error, officeLinks.failed)}
      />
    </>
  );
}

function Child({ child, ask }: { child: OwnLinkView; ask: (act: Act) => void }) {
  const { name, relation, since, consentAt, needsConsent } = child;
  const consent = consentLine(child);
  return (
    <li className="grid grid-cols-1 gap-1 py-3 first:pt-0 last:pb-0">
      <span className="wrap-anywhere font-semibold">{name}</span>
      <span className="wrap-anywhere text-ink-soft text-sm">{copy.relation(relation, shownDateHere(since))}</span>
      {consent && <span className="text-ink-soft text-sm">{consent}</span>}
      <span className="-ms-3.25 flex flex-wrap [&_button]:px-3">
        {consentAt === null && needsConsent && (
          <Button variant="quiet" aria-label={`${copy.give}, ${name}`} onClick={() => ask("give")}>
            {copy.give}
          </Button>
        )}
        {consentAt !== null && (
          <Button variant="quiet" aria-label={`${copy.withdraw}, ${name}`} onClick={() => ask("withdraw")}>
            {copy.withdraw}
          </Button>
        )}
        <Button variant="quiet" aria-label={`${copy.leave}, ${name}`} onClick={() => ask("leave")}>
          {copy.leave}
        </Button>
      </span>
    </li>
  );
}

function consentLine({ consentAt, withdrawnAt, needsConsent }: OwnLinkView): string | null {
  if (consentAt !== null) return copy.consented(shownDateHere(consentAt));
  if (withdrawnAt !== null) return copy.withdrawnOn(shownDateHere(withdrawnAt));
  return needsConsent ? copy.notConsented : null;
}

function ConsentText({ name }: { name: string }) {
  return (
    <>
      {copy.giveText(name)}{" "}
      <Link href="/privacy" target="_blank" className="font-semibold text-accent underline underline-offset-4">
        {copy.privacy}
      </Link>{" "}
      {copy.giveTextEnd}
    </>
  );
}
