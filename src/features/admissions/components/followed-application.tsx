"use client";

import { useEffect, useRef } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/take-focus";
import { forgetDrafts } from "@/lib/unsent";
import { api } from "@/trpc/client";
import { familyCopy as copy } from "../messages-family";
import type { FollowedView } from "../schema-family";
import { FamilyMessage } from "./family-message";
import { FamilyStanding } from "./family-standing";
import { FamilySteps } from "./family-steps";

type FollowedApplicationProps = {
  application: FollowedView;
  /** Why a link to another application was rejected. */
  refusal: string | undefined;
  onOver: () => void;
  onLeft: () => void;
};

/** One application as its family sees it: state, history and actions. */
export function FollowedApplication({ application, refusal, onOver, onLeft }: FollowedApplicationProps) {
  const page = useRef<HTMLDivElement>(null);
  const { services } = api.useUtils();
  const stop = api.services.stopFollowing.useMutation({
    onSuccess() {
      forgetDrafts();
      onLeft();
      return services.followed.invalidate();
    },
  });

  function changed(found: FollowedView) {
    services.followed.setData(undefined, (before) => before && { ...before, application: found });
  }

  /** Somebody else changed it, or the session has ended: reload. */
  function refused(code: string | undefined) {
    if (code === "UNAUTHORIZED") onOver();
    void services.followed.invalidate();
  }

  // The button that had the focus is gone: move the focus to the heading.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    page.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  return (
    <div ref={page} tabIndex={-1} className="page pb-16 outline-none sm:pb-24">
      {refusal && (
        <div className="mb-6">
          <Alert tone="warning">{refusal}</Alert>
        </div>
      )}
      <PageHeader
        title={application.name}
        beside={
          <span className="figures">
            {copy.className(application.selectedClass)} · {application.reference}
          </span>
        }
        action={
          <Button
            ref={passFocusOn}
            variant="secondary"
            busy={stop.isPending}
            onClick={() => stop.isPending || stop.mutate()}
          >
            {copy.leave}
          </Button>
        }
      />
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-12">
        <div className="grid grid-cols-1 gap-10 lg:col-span-7">
          <FamilyStanding application={application} onChanged={changed} onRefused={refused} />
          <FamilySteps application={application} />
        </div>
        <div className="lg:col-span-5">
          <FamilyMessage reference={application.reference} onChanged={changed} onRefused={refused} />
        </div>
      </div>
    </div>
  );
}
