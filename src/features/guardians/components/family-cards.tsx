"use client";

import { Link2 } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { lazily } from "@/components/ui/lazily";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeLinks as copy } from "../messages-links";
import type { FamilyLink } from "../schema-consents";
import { ConsentsCard } from "./consents-card";
import { EndedLinks, type LinkAct, LinkLine } from "./link-line";

const LinkGuardian = lazily(() => import("./link-guardian").then((module) => module.LinkGuardian));
const EditLink = lazily(() => import("./edit-link").then((module) => module.EditLink));
const EditGuardian = lazily(() => import("./edit-guardian").then((module) => module.EditGuardian));
const JoinGuardians = lazily(() => import("./join-guardians").then((module) => module.JoinGuardians));
const EndLink = lazily(() => import("./end-link").then((module) => module.EndLink));

export type NamedStudent = { _id: string; name: string };

type Act = { kind: "add" } | { kind: LinkAct; link: FamilyLink };

type FamilyCardsProps = {
  student: NamedStudent;
  /** The dialog that gives a guardian a code, from another room. */
  CodeDialog: ComponentType<{
    person: { _id: string; name: string };
    purpose: "join" | "password";
    onClose: () => void;
  }>;
};

export function FamilyCards({ student, CodeDialog }: FamilyCardsProps) {
  const studentId = student._id;
  const refresh = usePageRefresh();
  const { guardians, codes, students } = api.useUtils();
  const { data, error } = api.guardians.family.useQuery({ studentId });
  const [act, setAct] = useState<Act>();
  const rule = api.guardians.changeRule.useMutation({
    onSuccess: ({ linksByOfficeOnly }) => {
      // Otherwise the checkbox shows the old choice until the family is read again.
      guardians.family.setData({ studentId }, (family) => family && { ...family, linksByOfficeOnly });
      toast.success(copy.ruleSaved);
    },
    onError: (failure) => toast.error(messageOf(failure, copy.failed)),
    onSettled: () => {
      void guardians.family.invalidate();
      void codes.list.invalidate();
    },
  });
  const setRule = useSingleFlight(rule);
  const close = () => setAct(undefined);
  const done = (message: string) => {
    close();
    toast.success(message);
    void guardians.family.invalidate();
    void students.list.invalidate();
    // Ending a link or changing an address invalidates its codes.
    void codes.list.invalidate();
    // The page loads other data about guardians, too.
    refresh();
  };
  const open = data?.links.filter(({ endedAt }) => endedAt === null) ?? [];
  const doing = { student, onClose: close, onDone: done };
  return (
    <>
      <Card
        as="section"
        padding="none"
        aria-labelledby="guardians"
        className="grid grid-cols-1 content-start gap-1.5 rounded-md px-4 py-3 text-sm"
      >
        <h2 id="guardians" className="text-base">
          {copy.title}
        </h2>
        {error && <p className="text-danger">{messageOf(error, copy.loadFailed)}</p>}
        {!data && !error && <Skeleton className="h-24" />}
        {data && open.length === 0 && <p className="text-ink-soft">{copy.none}</p>}
        {open.length > 0 && (
          <ul className="grid grid-cols-1 divide-y divide-line">
            {open.map((link, index) => (
              <LinkLine key={link._id} link={link} isFirst={index === 0} onAct={(kind) => setAct({ kind, link })} />
            ))}
          </ul>
        )}
        {data && (
          <>
            <EndedLinks links={data.links} />
            <Button variant="secondary" onClick={() => setAct({ kind: "add" })}>
              <Link2 aria-hidden className="size-4.5" />
              {copy.link}
            </Button>
            <Checkbox
              label={copy.officeOnly}
              hint={copy.officeOnlyHint}
              checked={rule.isPending ? rule.variables.linksByOfficeOnly : data.linksByOfficeOnly}
              onChange={({ currentTarget }) => setRule({ studentId, linksByOfficeOnly: currentTarget.checked })}
            />
          </>
        )}
      </Card>
      {data && <ConsentsCard student={student} family={data} />}
      {act?.kind === "add" && <LinkGuardian {...doing} links={data?.links ?? []} />}
      {act?.kind === "edit" && <EditLink {...doing} link={act.link} />}
      {act?.kind === "person" && <EditGuardian {...doing} link={act.link} />}
      {act?.kind === "code" && act.link.code && (
        <CodeDialog
          person={{ _id: act.link.guardianId, name: act.link.name }}
          purpose={act.link.code}
          onClose={() => {
            close();
            void guardians.family.invalidate();
          }}
        />
      )}
      {act?.kind === "join" && <JoinGuardians {...doing} link={act.link} />}
      {act?.kind === "end" && <EndLink {...doing} link={act.link} />}
    </>
  );
}
