"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeLinks } from "../messages-links";
import { guardianScreens as copy } from "../messages-people";
import { wordsOfChild } from "../rules-people";
import type { LinkView } from "../schema-links";
import type { FoundGuardianView, JoinGuardiansView } from "../schema-people";
import { KnownPeople } from "./known-people";
import { useKnown } from "./use-known";

type JoinGuardiansProps = { link: LinkView; onClose: () => void; onDone: (message: string) => void };

/** Merges two guardians: searches for the other entry, then shows a preview. */
export function JoinGuardians({ link, onClose, onDone }: JoinGuardiansProps) {
  const [other, setOther] = useState<FoundGuardianView>();
  return (
    <FormDialog title={copy.joinTitle(link.name)} lead={copy.joinLead} onClose={onClose}>
      {other ? (
        <Preview
          guardianId={link.guardianId}
          otherId={other._id}
          onBack={() => setOther(undefined)}
          onDone={(name) => onDone(copy.joined(name))}
        />
      ) : (
        <Search link={link} onChoose={setOther} />
      )}
    </FormDialog>
  );
}

function Search({ link, onChoose }: { link: LinkView; onChoose: (person: FoundGuardianView) => void }) {
  const [typed, setTyped] = useState(link.phone ?? link.name);
  const known = useKnown({ guardianId: link.guardianId }, typed);
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-2">
      <Field label={copy.joinSearch} hint={copy.joinHint}>
        {(control) => (
          <Input
            {...control}
            name="search"
            defaultValue={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div aria-live="polite" className="min-h-11">
        {known?.length === 0 && <p className="text-ink-soft text-sm">{copy.nobody}</p>}
        {known && known.length > 0 && <KnownPeople known={known} onChoose={onChoose} />}
      </div>
    </form>
  );
}

type PreviewProps = { guardianId: string; otherId: string; onBack: () => void; onDone: (name: string) => void };

function Preview({ guardianId, otherId, onBack, onDone }: PreviewProps) {
  const { data, error } = api.guardians.previewJoin.useQuery({ guardianId, otherId }, { staleTime: 0 });
  const join = api.guardians.join.useMutation();
  const { form, failure, busy } = useServerForm({
    fields: [],
    send: () => join.mutateAsync({ keptId: data?.kept._id ?? "", goneId: data?.gone._id ?? "" }),
    onDone: ({ name }) => onDone(name),
  });
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4 text-sm">
      {error && <p className="text-danger">{messageOf(error, copy.loadFailed)}</p>}
      {!data && !error && <Skeleton className="h-48" />}
      {data && <WhatHappens of={data} />}
      <div className="justify-self-start">
        <Button variant="quiet" onClick={onBack} disabled={busy}>
          {copy.back}
        </Button>
      </div>
      {data && (
        <FormEnd failure={failure} failed={officeLinks.failed} busy={busy} busyText={officeLinks.saving} danger>
          {copy.joinNow}
        </FormEnd>
      )}
    </form>
  );
}

/** What a merge would do: both entries, and a sentence for each consequence. */
export function WhatHappens({
  of: { kept, gone, moves, both, withdrawn, phone, email, loginEnds },
}: {
  of: JoinGuardiansView;
}) {
  const sentences = [
    copy.moves(moves.links, moves.consents, moves.mails),
    ...(both.length > 0 ? [copy.both(both.join(", "))] : []),
    ...(withdrawn.length > 0 ? [copy.withdrawn(withdrawn.join(", "))] : []),
    copy.afterwards([kept.name, phone, email].filter(Boolean).join(", ")),
    ...(loginEnds ? [(kept.hasLogin ? copy.loginEnds : copy.noLoginStays)(kept.name)] : []),
    copy.noUndo,
  ];
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Entry title={copy.stays} of={kept} />
        <Entry title={copy.goes} of={gone} />
      </dl>
      <ul className="grid list-disc gap-1 ps-5">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ title, of }: { title: string; of: JoinGuardiansView["kept"] }) {
  const { name, phone, email, children, hasLogin, isStaff } = of;
  const contact = [phone, email].flatMap((fact) => fact ?? []);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start rounded-md border border-line px-3 py-2">
      <dt className="text-ink-soft text-xs">{title}</dt>
      <dd className="grid grid-cols-1">
        <span className="wrap-anywhere font-semibold">{name}</span>
        {children.map((child) => (
          <span key={wordsOfChild(child)} className="wrap-anywhere text-xs">
            {wordsOfChild(child)}
          </span>
        ))}
        <span className="figures wrap-anywhere text-ink-soft text-xs">
          {contact.length > 0 ? contact.join(" · ") : copy.noContact}
        </span>
        <span className="text-ink-soft text-xs">
          {[hasLogin ? copy.login : copy.noLogin, ...(isStaff ? [officeLinks.staff] : [])].join(" · ")}
        </span>
      </dd>
    </div>
  );
}
