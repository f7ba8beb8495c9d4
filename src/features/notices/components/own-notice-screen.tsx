import { Megaphone } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { readers as copy } from "../messages-readers";
import type { OwnNoticeView } from "../schema";
import { OwnNotice } from "./own-notice";

type OwnNoticeScreenProps = { found: OwnNoticeView | undefined; above: { href: string; label: string } };

/** One notice for its recipient, or why it is gone. */
export function OwnNoticeScreen({ found, above }: OwnNoticeScreenProps) {
  return (
    <div className="page pb-16">
      {found ? (
        <OwnNotice found={found} above={above} />
      ) : (
        <>
          <PageHeader title={above.label} />
          <EmptyState
            icon={<Megaphone />}
            title={copy.gone}
            hint={copy.goneHint}
            action={<ButtonLink href={above.href}>{copy.all}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}
