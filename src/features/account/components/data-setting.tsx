"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { PasswordDialog } from "@/components/form/password-dialog";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { saveFile } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { Setting } from "./setting";

/** Exports the person's data as a file. Asks for the password unless the login is recent. */
export function DataSetting() {
  const [asks, setAsks] = useState(false);
  const collect = api.account.exportData.useMutation({
    onSuccess: save,
    onError: (error) => faultsOf(error).password && setAsks(true),
  });
  const start = useSingleFlight(collect);

  return (
    <Setting title={copy.data} hint={copy.dataHint}>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        {collect.isError && !faultsOf(collect.error).password && (
          <Alert tone="error">{messageOf(collect.error, copy.failed)}</Alert>
        )}
        <Button variant="secondary" busy={collect.isPending} busyText={copy.downloading} onClick={() => start({})}>
          <Download aria-hidden className="size-5" />
          {copy.download}
        </Button>
      </div>
      <PasswordDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={copy.download}
        hint={copy.passwordAgain}
        confirmLabel={copy.download}
        busyText={copy.downloading}
        variant="primary"
        call={async (password) => void (await collect.mutateAsync({ password }))}
      />
    </Setting>
  );
}

function save(data: unknown): void {
  saveFile("lyceum-my-data.json", "application/json", `${JSON.stringify(data, null, 2)}\n`);
  toast.success(copy.downloaded);
}
