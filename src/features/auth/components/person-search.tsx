"use client";

import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { peopleCopy as copy } from "../copy";
import { PersonHeld } from "./person-held";

/** Finds what is kept about one person, by the address. Needs an ApiProvider round it. */
export function PersonSearch() {
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const searching = useOneAtATime();
  const find = api.auth.findPerson.useMutation({
    networkMode: "always",
    onSettled: searching.end,
    onError(error) {
      if (codeOf(error) !== "NOT_FOUND") console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFaults({});
    const { email = "" } = textsOf(event.currentTarget);
    if (searching.begin()) find.mutate({ email });
  }

  const isNowhere = codeOf(find.error) === "NOT_FOUND";
  const failed = find.isError && Object.keys(faults).length === 0;
  return (
    <div className="grid grid-cols-1 gap-8">
      <form ref={form} method="post" onSubmit={submit} className="grid max-w-form justify-items-start gap-5">
        <div className="w-full">
          <Field label={copy.address} hint={copy.addressHint} error={faults.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="off" maxLength={254} />}
          </Field>
        </div>
        <Button type="submit" busy={find.isPending} busyText={copy.finding}>
          {copy.find}
        </Button>
      </form>
      {failed && (
        <div className="max-w-form">
          <Alert tone={isNowhere ? "info" : "error"}>{messageOf(find.error, copy.failed)}</Alert>
        </div>
      )}
      {find.data && <PersonHeld key={find.data.email} held={find.data} onErased={find.reset} />}
    </div>
  );
}
