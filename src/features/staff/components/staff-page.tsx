"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { TableSkeleton } from "@/components/table/table-states";
import { Button } from "@/components/ui/button";
import { Failed } from "@/components/ui/failed";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { StaffView } from "../schema";
import { InviteStaff } from "./invite-staff";
import { RightsTable } from "./rights-table";
import { SecondStepDemand } from "./second-step-demand";
import { StaffMemberDialog } from "./staff-member-dialog";
import { StaffTable } from "./staff-table";

/** The staff with their grants, and the table of rights. `found` is from the server's render. */
export function StaffPage({ found, ownId }: { found: StaffView | undefined; ownId: string }) {
  const [opened, setOpened] = useState<"invite" | { userId: string }>();
  const list = api.staff.list.useQuery(undefined, { initialData: found });
  const { people = [], duties = [], isSecondStepDemanded = false } = list.data ?? {};
  const member = typeof opened === "object" ? people.find(({ _id }) => _id === opened.userId) : undefined;
  const close = () => setOpened(undefined);

  return (
    <>
      <PageHeader
        title={copy.title}
        beside={people.length || undefined}
        action={
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-md:w-full max-md:*:grow">
            <SecondStepDemand isDemanded={isSecondStepDemanded} />
            <Button onClick={() => setOpened("invite")}>
              <UserPlus aria-hidden className="size-4.5" />
              {copy.add}
            </Button>
          </div>
        }
      />
      <div className="grid grid-cols-1 gap-8">
        {list.isError && <Failed of={list}>{copy.loadFailed}</Failed>}
        {list.data && (
          <>
            <StaffTable
              people={people}
              isSecondStepDemanded={isSecondStepDemanded}
              onChange={(userId) => setOpened({ userId })}
            />
            <RightsTable duties={duties} />
          </>
        )}
        {list.isPending && <TableSkeleton label={copy.loading} />}
      </div>
      {opened === "invite" && <InviteStaff onClose={close} />}
      {member && <StaffMemberDialog member={member} isOwn={member._id === ownId} onClose={close} />}
    </>
  );
}
