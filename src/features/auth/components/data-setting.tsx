"use client";

import { Download } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { accountCopy as copy } from "../copy";
import type { PersonalDataView } from "../schema";
import { Setting } from "./setting";

/** Everything the product holds of the person, as a file. */
export function DataSetting() {
  const collecting = useOneAtATime();
  const collect = api.auth.exportData.useMutation({
    networkMode: "always",
    onSettled: collecting.end,
    onSuccess(data) {
      save(data);
      toast.success(copy.downloaded);
    },
    onError: (error) => console.error(error),
  });

  return (
    <Setting title={copy.data} hint={copy.dataHint}>
      <div className="grid justify-items-start gap-4">
        {collect.isError && <Alert tone="error">{messageOf(collect.error, copy.failed)}</Alert>}
        <Button
          variant="secondary"
          busy={collect.isPending}
          busyText={copy.downloading}
          onClick={() => collecting.begin() && collect.mutate()}
        >
          <Download aria-hidden className="size-5" />
          {copy.download}
        </Button>
      </div>
    </Setting>
  );
}

function save(data: PersonalDataView): void {
  const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "lyceum-my-data.json";
  link.click();
  // Some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
