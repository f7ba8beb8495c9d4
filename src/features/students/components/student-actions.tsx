"use client";

import { ArrowRightLeft, AtSign, CornerDownRight, Link2, PencilLine, ShieldUser, UserMinus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/components/table/address";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { useAdministers } from "@/components/ui/administers";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { Link } from "@/components/ui/link";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { personScreens as copy } from "../messages-person";
import { actsOf, type StudentAct } from "../rules";
import type { StudentView } from "../schema";

const EditStudent = lazily(() => import("./edit-student").then((module) => module.EditStudent));
const PlaceStudent = lazily(() => import("./place-student").then((module) => module.PlaceStudent));
const AttachAccount = lazily(() => import("./attach-account").then((module) => module.AttachAccount));
const MoveAddress = lazily(() => import("./move-address").then((module) => module.MoveAddress));
const EndEnrolment = lazily(() => import("./end-enrolment").then((module) => module.EndEnrolment));

const icons = { enrol: CornerDownRight, move: ArrowRightLeft, end: UserMinus, "come-back": CornerDownRight } as const;

type StudentActionsProps = { student: StudentView; yearBegins: string | undefined; letter: ReactNode };

/** The actions of the office on a student. The open action is in the URL, so that the list can link to it. */
export function StudentActions({ student, yearBegins, letter }: StudentActionsProps) {
  const refresh = usePageRefresh();
  const { students, guardians, codes } = api.useUtils();
  const { latest, go } = useAddress();
  const administers = useAdministers();
  const acts = actsOf(student);
  const asked = useSearchParams().get("do");
  const hasMore = administers || acts.some((one) => one === "end" || one === "attach" || one === "mother");
  const known = acts.find((one) => one === asked);
  // During a refresh, the URL still names the action that was closed.
  const [closed, setClosed] = useState<string>();
  if (closed !== undefined && closed !== asked) setClosed(undefined);
  const [shown, setShown] = useState(known);
  // An open dialog stays open, even once its action has been done elsewhere.
  const act = closed === asked ? undefined : (known ?? (shown === asked ? shown : undefined));
  if (act !== shown) setShown(act);
  const open = (one: StudentAct) => {
    if (one === closed) setClosed(undefined);
    go({ do: one }, "replace");
  };
  const close = () => {
    // A late response must not close an action that was opened since.
    if ((latest().do ?? null) !== asked) return;
    setClosed(asked ?? undefined);
    go({ do: "" }, "replace");
  };

  function done(message: string) {
    close();
    toast.success(message);
    void students.list.invalidate();
    void guardians.family.invalidate();
    // A new address invalidates the codes that were sent to the previous one.
    void codes.list.invalidate();
    refresh();
  }

  const doing = { student, onClose: close, onDone: done };
  return (
    <div className="flex flex-wrap gap-2 max-md:flex-nowrap">
      {acts.map((one) => {
        if (one !== "enrol" && one !== "move" && one !== "come-back") return null;
        const Icon = icons[one];
        return (
          <Button key={one} variant="secondary" onClick={() => open(one)}>
            <Icon aria-hidden className="size-4.5" />
            {copy.acts[one]}
          </Button>
        );
      })}
      <Button variant="secondary" onClick={() => open("edit")}>
        <PencilLine aria-hidden className="size-4.5" />
        {copy.acts.edit}
      </Button>
      {letter}
      {hasMore && (
        <RowMenu label={student.name} look="page">
          {student.state === "current" && (
            <RowAction icon={<UserMinus aria-hidden />} onClick={() => open("end")}>
              {copy.acts.end}
            </RowAction>
          )}
          {acts.includes("attach") && (
            <RowAction icon={<Link2 aria-hidden />} onClick={() => open("attach")}>
              {copy.acts.attach}
            </RowAction>
          )}
          {acts.includes("mother") && (
            <RowAction icon={<AtSign aria-hidden />} onClick={() => open("mother")}>
              {copy.acts.mother}
            </RowAction>
          )}
          {administers && (
            <Link href={`/admin/privacy-requests?person=${student._id}`} className={menuLine}>
              <ShieldUser aria-hidden />
              {copy.privacy(student.name)}
            </Link>
          )}
        </RowMenu>
      )}
      {act === "edit" && <EditStudent {...doing} />}
      {act === "attach" && <AttachAccount {...doing} />}
      {act === "mother" && <MoveAddress {...doing} />}
      {act === "end" && <EndEnrolment {...doing} />}
      {(act === "enrol" || act === "move" || act === "come-back") && (
        <PlaceStudent act={act} yearBegins={yearBegins} {...doing} />
      )}
    </div>
  );
}
