"use client";

import { useState } from "react";
import { useFragment } from "@/components/form/use-fragment";
import { Alert } from "@/components/ui/alert";
import { api } from "@/trpc/client";
import { familyCopy as copy } from "../messages-family";
import type { FollowView } from "../schema-family";
import { AskForm } from "./ask-form";
import { FamilySheet } from "./family-sheet";
import { FollowedApplication } from "./followed-application";
import { OpenLink } from "./open-link";

/** Parameters of emailed links and of the form's receipt. */
const partsIn = (fragment: string) => (/(^|&)(token|number)=./.test(fragment) ? fragment : null);

/** A family follows its application: requests a link, opens it, and sees the state. */
export function FollowPage({ found }: { found: FollowView | undefined }) {
  const [fragment, forget] = useFragment(partsIn);
  const parts = new URLSearchParams(fragment ?? "");
  const [token, number] = [parts.get("token"), parts.get("number")];
  const [refusal, setRefusal] = useState<string>();
  const { data, isError } = api.services.followed.useQuery(undefined, {
    initialData: found,
    refetchOnWindowFocus: true,
  });
  const { services } = api.useUtils();

  async function opened() {
    await services.followed.invalidate();
    setRefusal(undefined);
    forget();
  }

  if (token)
    return (
      <OpenLink
        key={token}
        token={token}
        onOpened={opened}
        onRefused={(why) => {
          setRefusal(why);
          forget();
        }}
      />
    );
  // Once its application is open, the page shows whichever one this browser opens later.
  const isOpen = number === data?.application?.reference;
  if (isOpen) forget();
  // A family follows several children, one at a time.
  const application = number === null || isOpen ? data?.application : undefined;
  if (application)
    return (
      <FollowedApplication
        key={application.reference}
        application={application}
        refusal={refusal}
        onOver={() => setRefusal(copy.sessionOver)}
        onLeft={() => setRefusal(undefined)}
      />
    );
  if (!data)
    return (
      <FamilySheet title={copy.askTitle} lead={copy.lead}>
        {isError && <Alert tone="error">{copy.failed}</Alert>}
      </FamilySheet>
    );
  return <AskForm byMail={data.byMail} number={number} refusal={refusal} onOpened={opened} />;
}
