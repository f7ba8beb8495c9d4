"use client";

import { LibraryBig, Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { SubjectView } from "../schema";
import { SubjectDialog } from "./subject-dialog";
import { SubjectRow } from "./subject-row";

/** The subjects, to add, edit and retire. `found` is from the server's render. */
export function SubjectsList({ found }: { found: SubjectView[] | undefined }) {
  const list = api.subjects.list.useQuery(undefined, { initialData: found });
  const [open, setOpen] = useState<SubjectView | "new">();
  const subjects = list.data;
  const add = (
    <Button variant="secondary" onClick={() => setOpen("new")}>
      <Plus aria-hidden className="size-5" />
      {copy.add}
    </Button>
  );

  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} action={subjects && subjects.length > 0 && add} />
      <ListFrame
        list={list}
        count={subjects?.length}
        loading={copy.loading}
        failed={copy.loadFailed}
        empty={<EmptyState icon={<LibraryBig />} title={copy.none} hint={copy.noneHint} action={add} />}
      >
        <Card padding="none" className="overflow-clip">
          <ul aria-label={copy.title} className="-mt-px lg:grid lg:grid-cols-2">
            {subjects?.map((subject) => (
              <SubjectRow key={subject._id} subject={subject} onEdit={() => setOpen(subject)} />
            ))}
          </ul>
        </Card>
      </ListFrame>
      {open && (
        <SubjectDialog
          subject={open === "new" ? undefined : open}
          others={subjects?.filter(({ _id }) => open === "new" || _id !== open._id) ?? []}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
