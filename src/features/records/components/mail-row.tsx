import { clsx } from "clsx";
import { useRef, useState } from "react";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import { isOnItsWay } from "../rules";
import type { MailView } from "../schema";
import { DropMail } from "./drop-mail";
import { MailBadge } from "./mail-badge";
import { MailFate } from "./mail-fate";
import { mailCopy } from "./mail-messages";
import { cellStyle, rowStyle } from "./records-table";
import { ResendMail } from "./resend-mail";

const cell = clsx(cellStyle, "md:h-11");

type MailRowProps = {
  mail: MailView;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** No email can be sent or stored at the moment. */
  isStopped: boolean;
};

/** One email: what it is, to whom, its state with the reason, and a button to send it again. */
export function MailRow({ mail, leaves, isStopped }: MailRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const [isRefused, setRefused] = useState(false);
  const { kind, title, name, recipient, state, fault, createdAt } = mail;
  const what = title === null ? kind : copy.mailAbout(kind, title);
  const mayResend = !isOnItsWay(mail) && state !== "gathered";
  return (
    <tr ref={row} tabIndex={-1} className={clsx(rowStyle, "max-md:items-center max-md:gap-y-1")}>
      <td className={clsx(cell, "max-md:w-full")}>
        <p title={what} className="truncate font-semibold leading-snug">
          {what}
        </p>
        {fault && (
          <p className={clsx("wrap-anywhere text-xs", state === "failed" ? "text-danger" : "text-ink-soft")}>{fault}</p>
        )}
        {isRefused && (
          <p role="alert" className="font-medium text-danger text-xs">
            {leaves ? copy.sendAgainFailed : mailCopy.writeAgainFailed}
          </p>
        )}
      </td>
      <td className={clsx(cell, "max-md:flex max-md:w-full max-md:gap-1 max-md:text-ink-soft max-md:text-xs")}>
        {name !== null && (
          <p title={name} className="truncate leading-snug">
            {name}
          </p>
        )}
        <p title={recipient} className={clsx("truncate text-ink-soft text-xs leading-snug", name && "max-md:hidden")}>
          {recipient}
        </p>
        <p className="shrink-0 whitespace-nowrap leading-snug md:hidden">
          · <Moment at={createdAt} />
        </p>
      </td>
      <td className={cell}>
        <div className="flex flex-wrap items-center gap-x-2">
          <MailBadge state={state} />
          <span className="text-ink-soft text-xs leading-snug">
            <MailFate mail={mail} leaves={leaves} isStopped={isStopped} />
          </span>
        </div>
      </td>
      <td className={clsx(cell, "whitespace-nowrap text-ink-soft text-xs max-md:hidden")}>
        <Moment at={createdAt} />
      </td>
      <td className={clsx(cell, mayResend ? "max-md:ms-auto" : "max-md:hidden")}>
        <div className="-me-2 flex justify-end gap-1 md:-ms-2 md:flex-col md:items-end">
          {mayResend && (
            <ResendMail mail={mail} leaves={leaves} onRefused={setRefused} onDone={() => row.current?.focus()} />
          )}
          {state === "held" && <DropMail mail={mail} />}
        </div>
      </td>
    </tr>
  );
}
