import { clsx } from "clsx";
import { useRef, useState } from "react";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import { isOnItsWay, whatOf } from "../rules";
import type { MailView } from "../schema";
import { MailBadge } from "./mail-badge";
import { MailFate } from "./mail-fate";
import { MailMenu } from "./mail-menu";
import { mailCopy } from "./mail-messages";
import { cellStyle, rowStyle } from "./records-table";

const cell = clsx(cellStyle, "md:h-11");
const addressStyle = "text-ink-soft text-xs leading-snug max-md:truncate md:wrap-anywhere md:line-clamp-2";

type MailRowProps = {
  mail: MailView;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** No email can be sent or stored at the moment. */
  isStopped: boolean;
  /** Its state is shown once above the table, for all rows. */
  isStated: boolean;
};

/** One email: to whom, what it is, its state with the reason, and a menu to send it again. */
export function MailRow({ mail, leaves, isStopped, isStated }: MailRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const [isRefused, setRefused] = useState(false);
  const { name, recipient, state, fault, createdAt } = mail;
  const what = whatOf(mail);
  const mayResend = !isOnItsWay(mail) && state !== "gathered";
  const fate = <MailFate mail={mail} leaves={leaves} isStopped={isStopped} />;
  return (
    <tr ref={row} tabIndex={-1} className={clsx(rowStyle, "max-md:items-center max-md:gap-y-1")}>
      <td className={clsx(cell, "max-md:order-1 max-md:grow max-md:basis-0")}>
        {name !== null && (
          <p title={name} className="truncate font-semibold text-ink leading-snug">
            {name}
          </p>
        )}
        <p title={recipient} className={clsx(addressStyle, name && "max-md:hidden")}>
          {recipient}
        </p>
      </td>
      <td className={clsx(cell, "max-md:order-3 max-md:w-full max-md:text-ink-soft max-md:text-xs")}>
        <p title={what} className="wrap-anywhere leading-snug max-md:truncate md:line-clamp-2">
          {what}
        </p>
        {isStated && (
          <p className="text-ink-soft text-xs leading-snug empty:hidden">
            {state === "sent" && `${copy.mailStates.sent} `}
            {fate}
          </p>
        )}
        {fault && (
          <p className={clsx("wrap-anywhere text-xs", state === "failed" ? "text-danger" : "text-ink-soft")}>{fault}</p>
        )}
        {isRefused && (
          <p role="alert" className="font-medium text-danger text-xs">
            {leaves ? copy.sendAgainFailed : mailCopy.writeAgainFailed}
          </p>
        )}
      </td>
      {!isStated && (
        <td className={clsx(cell, "max-md:order-4")}>
          <div className="flex flex-wrap items-center gap-x-2">
            <MailBadge state={state} />
            <span className="text-ink-soft text-xs leading-snug">{fate}</span>
          </div>
        </td>
      )}
      <td className={clsx(cell, "whitespace-nowrap text-ink-soft text-xs max-md:order-2 max-md:pe-0")}>
        <Moment at={createdAt} />
      </td>
      <td className={clsx(cell, "text-end", mayResend ? "max-md:order-2" : "max-md:hidden")}>
        {mayResend && (
          <MailMenu
            mail={mail}
            what={what}
            leaves={leaves}
            onRefused={setRefused}
            onDone={() => row.current?.focus()}
          />
        )}
      </td>
    </tr>
  );
}
