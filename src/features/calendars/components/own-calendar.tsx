"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { takeFocus } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { CalendarView } from "../schema";
import { FeedWays } from "./feed-ways";

type OwnCalendarProps = { found: CalendarView | null; site: string };

/** The link of a person's calendar: created, shown once, renewed and revoked here. */
export function OwnCalendar({ found, site }: OwnCalendarProps) {
  const { calendars } = api.useUtils();
  const { data: link } = api.calendars.mine.useQuery(undefined, { initialData: found });
  const [path, setPath] = useState<string>();
  const [asked, setAsked] = useState<"renew" | "end">();
  const [seen, setSeen] = useState<string | null>(null);
  // Another device, or a request whose response was lost, may have made a link.
  const onError = () => void calendars.mine.invalidate();
  const renew = api.calendars.renew.useMutation({
    onError,
    onSuccess({ path: made, ...view }) {
      setPath(made);
      setAsked(undefined);
      calendars.mine.setData(undefined, view);
    },
  });
  const end = api.calendars.end.useMutation({
    onError,
    onSuccess() {
      setPath(undefined);
      setAsked(undefined);
      calendars.mine.setData(undefined, null);
      toast.success(copy.ended);
    },
  });
  const work = asked === "end" ? end : renew;
  const act = useSingleFlight(work);

  function ask(what: "renew" | "end", { createdAt }: CalendarView) {
    renew.reset();
    end.reset();
    // A version refetched behind the dialog has not been seen.
    setSeen(createdAt.toISOString());
    setAsked(what);
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      {path !== undefined && (
        <>
          <h2 ref={takeFocus} tabIndex={-1} className="text-xl outline-none">
            {copy.madeTitle}
          </h2>
          <Alert tone="success">{copy.shownOnce}</Alert>
          <FeedWays path={path} site={site} />
        </>
      )}
      {path === undefined && link && (
        <p>
          {copy.has(shownDateHere(link.createdAt))}{" "}
          {link.lastUsedOn ? copy.used(shownDate(link.lastUsedOn)) : copy.unused}
        </p>
      )}
      {renew.isError && asked === undefined && <Alert tone="error">{messageOf(renew.error, copy.failed)}</Alert>}
      <div className="flex flex-wrap gap-3 print:hidden">
        {link ? (
          <>
            <Button variant="secondary" onClick={() => ask("renew", link)}>
              {copy.renew}
            </Button>
            <Button variant="secondary" onClick={() => ask("end", link)}>
              {copy.end}
            </Button>
          </>
        ) : (
          <Button busy={renew.isPending} busyText={copy.making} onClick={() => act({ seen: null })}>
            {copy.make}
          </Button>
        )}
      </div>
      <Dialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsked(undefined);
        }}
        title={asked === "end" ? copy.endQuestion : copy.renewQuestion}
        description={asked === "end" ? copy.endHint : copy.renewHint}
        confirmLabel={asked === "end" ? copy.end : copy.renew}
        confirmVariant={asked === "end" ? "danger" : "primary"}
        cancelLabel={copy.cancel}
        onConfirm={() => act({ seen })}
        busy={work.isPending}
        error={work.isError ? messageOf(work.error, copy.failed) : undefined}
      />
    </div>
  );
}
