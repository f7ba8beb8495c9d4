import { Eye, EyeOff, KeyRound, Link2, Mail, MailX, PencilLine, Send, UserMinus, Users } from "lucide-react";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { EmailText } from "@/components/ui/email-text";
import { Fold } from "@/components/ui/fold";
import { shownPhoneHere } from "@/components/ui/phone-text";
import { shownDateHere } from "@/content/institute";
import { officeLinks as copy } from "../messages-links";
import { guardianScreens } from "../messages-people";
import type { FamilyLink } from "../schema-consents";
import type { LinkView } from "../schema-links";

export type LinkAct = "edit" | "person" | "join" | "code" | "end";

type LinkLineProps = { link: FamilyLink; isFirst: boolean; onAct: (act: LinkAct) => void };

export function LinkLine({ link, isFirst, onAct }: LinkLineProps) {
  const { name, relation, phone, email, seesResults, getsMails, since, code } = link;
  const facts = [relation, ...(isFirst ? [copy.firstToCall] : []), copy.since(shownDateHere(since))];
  return (
    <li className="flex items-start justify-between gap-2 py-2 first:pt-0">
      <span className="grid min-w-0 grid-cols-1 gap-0.5">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <span className="wrap-anywhere text-ink-soft text-xs">{facts.join(" · ")}</span>
        {phone && (
          <a href={`tel:${phone}`} className="figures link w-fit text-xs">
            {shownPhoneHere(phone)}
          </a>
        )}
        {email && (
          <span className="text-ink-soft text-xs">
            <EmailText>{email}</EmailText>
          </span>
        )}
        <span className="mt-1 flex flex-wrap gap-1">
          <Badge tone="neutral">
            {seesResults ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            {seesResults ? copy.seesResults : copy.noResults}
          </Badge>
          <Badge tone="neutral">
            {getsMails ? <Mail aria-hidden /> : <MailX aria-hidden />}
            {getsMails ? copy.getsMails : copy.noMails}
          </Badge>
        </span>
      </span>
      <span className="-me-1.5 shrink-0">
        <RowMenu label={name}>
          <RowAction icon={<PencilLine aria-hidden />} onClick={() => onAct("person")}>
            {guardianScreens.person}
          </RowAction>
          <RowAction icon={<Link2 aria-hidden />} onClick={() => onAct("edit")}>
            {copy.edit}
          </RowAction>
          {code && (
            <RowAction
              icon={code === "join" ? <Send aria-hidden /> : <KeyRound aria-hidden />}
              onClick={() => onAct("code")}
            >
              {code === "join" ? copy.invite : copy.newPassword}
            </RowAction>
          )}
          <RowAction icon={<Users aria-hidden />} onClick={() => onAct("join")}>
            {guardianScreens.join}
          </RowAction>
          <RowAction icon={<UserMinus aria-hidden />} onClick={() => onAct("end")}>
            {copy.end}
          </RowAction>
        </RowMenu>
      </span>
    </li>
  );
}

export function EndedLinks({ links }: { links: LinkView[] }) {
  const ended = links.flatMap(({ endedAt, ...link }) => (endedAt ? [{ ...link, endedAt }] : []));
  if (ended.length === 0) return null;
  return (
    <Fold summary={copy.endedCount(ended.length)} quiet className="border-line border-t pt-1.5">
      <ul className="grid gap-2 pb-1.5 text-xs">
        {ended.map(({ _id, name, relation, endedAt, endReason, endedQuietly }) => (
          <li key={_id} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>, {relation}
            <span className="block text-ink-soft">
              {[copy.ended(shownDateHere(endedAt), endReason), ...(endedQuietly ? [copy.quietly] : [])].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
