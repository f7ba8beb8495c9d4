import { clsx } from "clsx";
import { useRef } from "react";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { copy } from "../messages";
import { isOnItsWay } from "../rules";
import type { MailView } from "../schema";
import { DropMail } from "./drop-mail";
import { MailBadge } from "./mail-badge";
import { mailCopy } from "./mail-messages";
import { ResendMail } from "./resend-mail";

const cell = "md:px-3 md:py-2.5 md:align-middle xl:px-4";

type MailRowProps = {
  mail: MailView;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** No email can be sent or stored at the moment. */
  isStopped: boolean;
};

/** One email: its kind, its state with the reason, and a button to send it again. */
export function MailRow({ mail, leaves, isStopped }: MailRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const { kind, title, name, recipient, state, fault, createdAt } = mail;
  return (
    <tr
      ref={row}
      tabIndex={-1}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent"
    >
      <td className={clsx("block md:table-cell", cell)}>
        <p className="line-clamp-2 break-words font-semibold">{title === null ? kind : copy.mailAbout(kind, title)}</p>
        <p className="text-ink-soft text-sm">
          {name !== null && `${name} · `}
          <EmailText>{recipient}</EmailText>
        </p>
      </td>
      <td className={clsx("block md:table-cell md:w-56 xl:w-64", cell)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <MailBadge state={state} />
          <span className="text-ink-soft text-sm">
            <Fate mail={mail} leaves={leaves} isStopped={isStopped} />
          </span>
        </div>
        {fault && <p className="wrap-anywhere mt-2 text-sm">{fault}</p>}
      </td>
      {/* A sent email was enqueued moments before; a small screen omits that. */}
      <td
        className={clsx(
          "whitespace-nowrap text-ink-soft text-sm",
          state === "sent" && "hidden",
          "md:hidden xl:table-cell",
          cell,
        )}
      >
        <span className="md:hidden">{copy.mailColumns.ordered} </span>
        <Moment at={createdAt} />
      </td>
      <td className={clsx("block whitespace-nowrap md:table-cell md:text-end", cell)}>
        <div className="flex flex-wrap gap-3 md:flex-col md:items-end">
          {!isOnItsWay(mail) && state !== "gathered" && (
            <ResendMail mail={mail} leaves={leaves} onDone={() => row.current?.focus()} />
          )}
          {state === "held" && <DropMail mail={mail} />}
        </div>
      </td>
    </tr>
  );
}

/** When it was sent, when it will be retried, or how many attempts failed. */
function Fate({ mail, leaves, isStopped }: MailRowProps) {
  const { state, attempts, dueAt, leavesAt, sentAt } = mail;
  if (state === "kept" || state === "held" || state === "gathered") return null;
  if (state === "waiting" && isStopped) return leaves ? mailCopy.waitsForServer : mailCopy.waitsForFolder;
  if (isOnItsWay(mail) && leavesAt === null) return leaves ? copy.onItsWay : mailCopy.onItsWayToFolder;
  if (isOnItsWay(mail) && leavesAt) {
    return (
      <>
        {leaves ? mailCopy.leavesAbout : mailCopy.writtenAbout} <Moment at={leavesAt} />
      </>
    );
  }
  if (state === "failed") return copy.attempts(attempts);
  if (sentAt) return <Moment at={sentAt} />;
  return (
    <>
      {copy.nextTry} <Moment at={dueAt} />
    </>
  );
}
