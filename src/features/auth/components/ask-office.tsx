import { Clock, Mail, Phone } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { telHere } from "@/components/ui/phone-text";
import type { SiteFacts } from "@/lib/site-content";
import { linkCopy } from "../messages";
import { AccountPage } from "./account-page";

export type Office = Pick<SiteFacts, "phone" | "email" | "workingDays" | "workingHours">;

const line = "inline-flex min-h-11 items-center gap-2.5 [&_svg]:size-4.5 [&_svg]:shrink-0";

/** Explains how to get a new password if no link can be emailed: by a code from the office. */
export function AskOffice({ office: { phone, email, workingDays, workingHours } }: { office: Office }) {
  return (
    <AccountPage title={linkCopy.forgotTitle} lead={linkCopy.noMailLead}>
      <ol className="grid grid-cols-1 gap-6">
        <Step number={1} title={linkCopy.askForCode}>
          <ul className="grid grid-cols-1">
            <li>
              <a href={telHere(phone)} className={`link ${line}`}>
                <Phone aria-hidden />
                {phone}
              </a>
            </li>
            <li>
              <a href={`mailto:${email}`} className={`link break-all ${line}`}>
                <Mail aria-hidden />
                {email}
              </a>
            </li>
            <li className={`text-ink-soft text-sm ${line}`}>
              <Clock aria-hidden />
              <span>
                <Ranges of={linkCopy.officeHours(workingDays, workingHours)} />
              </span>
            </li>
          </ul>
        </Step>
        <Step number={2} title={linkCopy.thenUseCode}>
          <div className="grid pt-2">
            <ButtonLink href="/join" size="large" wide>
              {linkCopy.useCode}
            </ButtonLink>
          </div>
        </Step>
      </ol>
      <Link href="/login" className="link -my-2 inline-flex min-h-11 items-center justify-self-start text-sm">
        {linkCopy.backToLogin}
      </Link>
      <div className="grid gap-1 border-line border-t pt-5 text-ink-soft">
        <h2 className="text-sm">{linkCopy.noMailTitle}</h2>
        <p className="text-sm">{linkCopy.noMailHint}</p>
        <p className="pt-2 text-xs">{linkCopy.forgotAdmin}</p>
      </div>
    </AccountPage>
  );
}

/** Days and hours; each one wraps only if it is longer than a line. */
function Ranges({ of: hours }: { of: string }) {
  const ranges = hours.split(", ");
  return ranges.map((range, index) => (
    <Fragment key={range}>
      {index > 0 && " "}
      <span className="inline-block max-w-full">{index < ranges.length - 1 ? `${range},` : range}</span>
    </Fragment>
  ));
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-sm"
      >
        {number}
      </span>
      <div className="grid min-w-0 grow grid-cols-1 gap-1 pt-0.5">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </li>
  );
}
