"use client";

import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { type LogoView, mostLogoBytes } from "../schema";

/** The logo that stands on letters: shown, changed and taken away. `found` is what the server has read for the page. */
export function LogoSetting({ found }: { found: LogoView | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();
  const { settings } = api.useUtils();
  const { data: logo } = api.settings.logo.useQuery(undefined, { ...(found !== undefined && { initialData: found }) });
  const finish = (said: string) => (changed: LogoView) => {
    settings.logo.setData(undefined, changed);
    setFailure(undefined);
    toast.success(said);
  };
  const onError = (error: unknown) => setFailure(messageOf(error, copy.failed));
  const change = api.settings.changeLogo.useMutation({ onSuccess: finish(copy.logoSaved), onError });
  const removal = api.settings.removeLogo.useMutation({ onSuccess: finish(copy.logoRemoved), onError });
  const remove = useSingleFlight(removal);

  async function take(file: File | undefined) {
    if (input.current) input.current.value = "";
    if (!file || change.isPending) return;
    if (file.size > mostLogoBytes) return setFailure(copy.logoTooLarge);
    if (file.size === 0) return setFailure(copy.logoUnreadable);
    try {
      change.mutate({ base64: await base64Of(file) });
    } catch {
      setFailure(copy.logoUnreadable);
    }
  }

  return (
    <Section title={copy.logoTitle} lead={copy.logoHint}>
      <div className="grid max-w-text grid-cols-1 gap-3">
        {logo ? (
          <figure className="grid justify-items-start gap-1.5">
            {/* Paper is white in the dark, too. */}
            {/* biome-ignore lint/performance/noImgElement: the picture is part of the answer and has no address */}
            <img
              src={`data:${logo.type};base64,${logo.base64}`}
              alt={copy.logoAlt}
              width={logo.width}
              height={logo.height}
              className="h-auto max-h-20 w-auto max-w-full rounded-md border border-line bg-white p-3"
            />
            <figcaption className="text-ink-soft text-xs">{copy.logoSize(logo.width, logo.height)}</figcaption>
          </figure>
        ) : (
          <p className="text-ink-soft text-sm">{copy.noLogo}</p>
        )}
        {failure && <Alert tone="error">{failure}</Alert>}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          onInput={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            busy={change.isPending}
            busyText={copy.saving}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden className="size-5" />
            {logo ? copy.changeLogo : copy.chooseLogo}
          </Button>
          {logo && (
            <Button variant="quiet" busy={removal.isPending} busyText={copy.saving} onClick={() => remove(undefined)}>
              {copy.removeLogo}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
