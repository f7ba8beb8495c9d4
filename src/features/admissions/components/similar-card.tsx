"use client";

import { Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { useLead } from "@/components/form/use-lead";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { deskCopy } from "../messages-desk";
import { similarCopy as copy } from "../messages-similar";
import { isOpen } from "../rules-moves";
import { canSeparate } from "../rules-similar";
import type { ApplicationView } from "../schema-desk";
import type { SimilarView } from "../schema-similar";
import { StateBadge } from "./state-badge";

type SimilarCardProps = { application: ApplicationView; found: SimilarView };

/** Applications with the same contact, possible siblings, and merged applications. Renders nothing if there are none. */
export function SimilarCard({ application, found }: SimilarCardProps) {
  const { _id: id, state, at } = application;
  const { data } = api.services.similar.useQuery({ id }, { initialData: found });
  const { similar, merged, mergedInto, siblings } = data;
  if (mergedInto)
    return (
      <Box>
        <p>
          {copy.isPart}{" "}
          <Link href={`/admin/get-info/${mergedInto._id}`} className="link figures">
            {mergedInto.reference}
          </Link>
          .
        </p>
      </Box>
    );
  if (similar.length + merged.length + siblings.length === 0) return null;
  return (
    <Box>
      {siblings.length > 0 && (
        <p className="wrap-anywhere">
          {copy.sibling(siblings.map(({ name, place }) => [name, place].filter(Boolean).join(", ")).join("; "))}
        </p>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {merged.map(({ _id, reference, parentName, phone, email, mergedAt }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <span className="figures min-w-0 grow wrap-anywhere">
              {copy.merged(reference)}: {[parentName, phone, email].join(", ")}
            </span>
            <span className="shrink-0">{canSeparate(mergedAt, at) && <Separate id={_id} />}</span>
          </li>
        ))}
        {similar.map(({ _id, reference, name, selectedClass, likeness, ...other }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 grow wrap-anywhere">
              {likeness.child ? copy.sameChild : copy.sameContact(likeness.phone, likeness.email)}{" "}
              <Link href={`/admin/get-info/${_id}`} className="link">
                {name}
              </Link>
              , {deskCopy.className(selectedClass)}, <span className="figures">{reference}</span>{" "}
              <StateBadge state={other.state} />
            </span>
            {isOpen(state) && isOpen(other.state) && (
              <Merge id={id} otherId={_id} name={name} reference={reference} isSameChild={likeness.child} />
            )}
          </li>
        ))}
      </ul>
    </Box>
  );
}

function Box({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={copy.title}
      tabIndex={-1}
      className="flex items-start gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm print:hidden"
    >
      <Users aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 grow grid-cols-1 gap-2">{children}</div>
    </section>
  );
}

type MergeProps = { id: string; otherId: string; name: string; reference: string; isSameChild: boolean };

function Merge({ id, otherId, name, reference, isSameChild }: MergeProps) {
  const [isAsked, setIsAsked] = useState(false);
  const lead = useLead();
  const utils = api.useUtils();
  const merge = api.services.merge.useMutation({
    onSuccess({ _id }) {
      setIsAsked(false);
      toast.success(copy.done);
      void utils.services.invalidate();
      if (_id !== id) lead(`/admin/get-info/${_id}`);
    },
  });
  return (
    <>
      <Button variant="secondary" size="small" aria-label={copy.mergeWith(reference)} onClick={() => setIsAsked(true)}>
        {copy.merge}
      </Button>
      <AskDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={copy.question(name)}
        description={isSameChild ? copy.hint : `${copy.hintOther} ${copy.hint}`}
        confirmLabel={copy.merge}
        confirmVariant="primary"
        busyText={deskCopy.saving}
        of={merge}
        input={{ id, otherId }}
        failed={messageOf(merge.error, deskCopy.failedSave)}
      />
    </>
  );
}

function Separate({ id }: { id: string }) {
  const utils = api.useUtils();
  const separate = api.services.separate.useMutation({
    onSuccess() {
      toast.success(copy.undone);
      void utils.services.invalidate();
    },
    onError: (error) => toast.error(messageOf(error, deskCopy.failedSave)),
  });
  const press = useSingleFlight(separate);
  return (
    <Button ref={passFocusOn} variant="secondary" size="small" busy={separate.isPending} onClick={() => press({ id })}>
      {copy.undo}
    </Button>
  );
}
