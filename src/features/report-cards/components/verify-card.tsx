"use client";

import { BadgeCheck, CircleAlert, CircleX } from "lucide-react";
import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NeedsScript } from "@/components/ui/needs-script";
import { takeFocus } from "@/components/ui/take-focus";
import { shownDateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { cardScreens as screens } from "../messages-cards";
import type { VerifiedView } from "../schema-cards";
import { CardTable } from "./card-table";

/** Asks for the number of a card, and shows its facts. */
export function VerifyCard({ token }: { token: string }) {
  const verify = api.reportCards.verify.useMutation();
  const { form, faults, failure, busy, answer, forget } = useServerForm({
    fields: ["number"],
    send: ({ number }) => verify.mutateAsync({ token, number }),
  });
  const [isAgain, setIsAgain] = useState(false);
  function again() {
    forget();
    setIsAgain(true);
  }
  if (answer)
    return (
      <div className="grid grid-cols-1 gap-4">
        <Facts card={answer} />
        <div className="print:hidden">
          <Button variant="secondary" onClick={again}>
            {screens.checkAnother}
          </Button>
        </div>
      </div>
    );
  return (
    <form
      {...form}
      noValidate
      autoComplete="off"
      className="grid max-w-form grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <NeedsScript />
      <Field label={screens.cardNumber} hint={screens.numberHint} error={faults.number}>
        {(control) => (
          <Input
            {...control}
            ref={isAgain ? takeFocus : undefined}
            name="number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      {failure && <Alert tone="error">{messageOf(failure, screens.checkFailed)}</Alert>}
      <Button type="submit" wide busy={busy} busyText={screens.checking}>
        {screens.check}
      </Button>
    </form>
  );
}

const looks = {
  issued: { words: screens.valid, tone: "bg-success-soft text-success", text: "text-success", Icon: BadgeCheck },
  replaced: { words: screens.replaced, tone: "bg-warn-soft text-warn", text: "text-warn", Icon: CircleAlert },
  withdrawn: { words: screens.taken, tone: "bg-danger-soft text-danger", text: "text-danger", Icon: CircleX },
} as const;

function Facts({ card }: { card: VerifiedView }) {
  const { content, state, number, endedAt } = card;
  const { words, tone, text, Icon } = looks[state];
  const ended = endedAt && shownDateHere(endedAt);
  const facts = [
    [copy.student, content.name],
    [copy.class, placeName(content.className, content.section)],
    [copy.number, number],
  ] as const;
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={words}
      className="grid grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 outline-none sm:p-7"
    >
      <div className="flex gap-4" role="status">
        <span
          aria-hidden
          className={`grid h-20 w-16 shrink-0 place-items-center rounded-t-full border border-line ${tone}`}
        >
          <Icon className="size-7" />
        </span>
        <div className="min-w-0">
          <p className={`font-semibold text-sm ${text}`}>{words}</p>
          <h2 className="wrap-anywhere text-balance text-2xl">{screens.report(content.title, content.year)}</h2>
          <p className="text-balance text-ink-soft text-sm">
            {screens.issuedBy(content.institute, shownDate(content.issuedOn))}
          </p>
        </div>
      </div>
      {ended && <p>{state === "replaced" ? screens.replacedOn(ended) : screens.withdrawn(ended)}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-y py-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0 max-sm:last:col-span-full">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="wrap-anywhere font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <CardTable content={content} label={screens.report(content.title, content.year)} />
      <p className="text-ink-soft text-sm">{screens.compare}</p>
    </section>
  );
}
