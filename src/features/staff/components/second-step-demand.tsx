"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

/** Whether all staff must log in with a code of an authenticator app. */
export function SecondStepDemand({ isDemanded }: { isDemanded: boolean }) {
  const refresh = usePageRefresh();
  const { staff } = api.useUtils();
  const change = api.settings.change.useMutation({
    onSuccess({ staffSecondStep }) {
      staff.list.setData(undefined, (list) => list && { ...list, isSecondStepDemanded: staffSecondStep });
      // A person without a second step may no longer read the list: the page then redirects to the account page.
      refresh();
    },
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
  });
  const isOn = change.isPending ? change.variables.value === true : isDemanded;
  return (
    <Checkbox
      label={copy.demanded}
      name="staffSecondStep"
      checked={isOn}
      // Not `disabled`: it keeps the focus.
      aria-busy={change.isPending}
      onChange={({ target }) => change.isPending || change.mutate({ key: "staffSecondStep", value: target.checked })}
    />
  );
}
