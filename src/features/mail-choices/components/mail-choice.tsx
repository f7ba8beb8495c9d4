"use client";

import { ChangeForm } from "@/components/form/change-form";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { useClock } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { shownTime } from "@/lib/dates";
import { digestTime } from "@/lib/email-delay";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { ChoiceView } from "../schema";

type Choice = ChoiceView["choice"];

/** The person's email choice, with a form to change it. */
export function MailChoice() {
  const chosen = api.mailChoices.mine.useQuery();
  if (chosen.data) return <Choices chosen={chosen.data.choice} />;
  if (chosen.isError) return <Failed of={chosen}>{messageOf(chosen.error, copy.loadFailed)}</Failed>;
  return <Skeleton className="h-72" />;
}

const options = Object.entries(copy.options) as [Choice, (typeof copy.options)[Choice]][];

function Choices({ chosen }: { chosen: Choice }) {
  const cache = api.useUtils();
  const clock = useClock();
  const said = (words: string | ((time: string) => string)) =>
    typeof words === "string" ? words : words(shownTime(digestTime, clock));
  const choose = api.mailChoices.choose.useMutation();
  const { form, failure, busy } = useServerForm({
    fields: ["choice"],
    send: ({ choice }) => choose.mutateAsync({ choice: choice as Choice }),
    onDone(view) {
      cache.mailChoices.mine.setData(undefined, view);
      toast.success(said(copy.saved[view.choice]));
    },
  });
  return (
    <ChangeForm
      {...{ form, busy }}
      isSaved={choose.isSuccess}
      save={copy.save}
      saving={copy.stopping}
      className="grid justify-items-start gap-5"
    >
      <fieldset className="w-full overflow-hidden rounded-md border border-line bg-surface">
        <legend className="sr-only">{copy.legend}</legend>
        {options.map(([value, { label, hint }]) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 border-line px-4 py-3 not-last:border-b hover:bg-paper has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:-outline-offset-3"
          >
            <input
              type="radio"
              name="choice"
              value={value}
              defaultChecked={value === chosen}
              className="mt-1 size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-6 checked:border-accent"
            />
            <span className="grid gap-0.5">
              <span className="font-semibold">{label}</span>
              <span className="text-ink-soft text-sm">{said(hint)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
    </ChangeForm>
  );
}
