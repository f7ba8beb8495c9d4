"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useDraft } from "@/components/form/use-draft";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { dateHere, shownDateHere } from "@/content/institute";
import { listed } from "@/lib/listed";
import { api } from "@/trpc/client";
import { enrolCopy as copy } from "../messages-enrol";
import { dayAhead, isKnownChild, keyOfPeople, nameOfChild } from "../rules-enrol";
import type { ApplicationView } from "../schema-desk";
import type { EnrolledView, EnrolPreview } from "../schema-enrol";
import { EnrolChild } from "./enrol-child";
import { EnrolGuardian, guardianFields, guardiansOf } from "./enrol-guardian";
import { EnrolMessage } from "./enrol-message";
import { EnrolPlace } from "./enrol-place";
import { type Found, refusedBy, whoField } from "./enrol-refusal";

const own = [
  ...(["name", "admissionNo", "bornOn", "className"] as const),
  ...(["section", "rollNo", "year", "fromDay", "invite", "message"] as const),
];

type EnrolFormProps = { application: ApplicationView; preview: EnrolPreview };

/** Enrols an applicant: everything can be checked and changed here, and is saved in one request. */
export function EnrolForm({ application, preview }: EnrolFormProps) {
  const { _id: id, rowVersion, name, selectedClass } = application;
  const { namesakes, parents, consentAt, mails } = preview;
  const [who, setWho] = useState(namesakes.length > 0 ? "" : "new");
  const children = keyOfPeople(namesakes);
  const [askedOf, setAskedOf] = useState(children);
  if (children !== askedOf) {
    setAskedOf(children);
    setWho(children === "" ? "new" : "");
  }
  const [found, setFound] = useState<Found>({});
  // The students whom refusals have found: "another child" refers only to these and to the namesakes.
  const [others, setOthers] = useState<string[]>([]);
  const [className, setClassName] = useState(String(selectedClass));
  const [year, setYear] = useState(preview.year);
  const [fromDay, setFromDay] = useState("");
  // Until it is typed over, the name is that of the form, which may be corrected in the meantime.
  const [typed, setTyped] = useState<string>();
  /** The version of the application when something was typed. */
  const [seen, setSeen] = useState<number>();
  const asked = whoField(found.who);
  const child = nameOfChild(who, typed ?? name, namesakes) || name;
  const router = useRouter();
  const refresh = usePageRefresh();
  const utils = api.useUtils();
  const enrol = api.services.enrol.useMutation();
  const { form, faults, failure, busy } = useServerForm<string, EnrolledView>({
    fields: [...own, asked, ...guardianFields(parents.length)],
    once: true,
    check: (given) => ({
      ...((namesakes.length > 0 || found.who) && !given[asked] && { who: copy.wanted }),
      ...guardiansOf(parents, given).faults,
    }),
    async send(given) {
      const { guardians, places } = guardiansOf(parents, given);
      const { [asked]: who, year, fromDay, bornOn, message } = given;
      const isKnown = isKnownChild(who);
      const input = {
        id,
        rowVersion: seen ?? rowVersion,
        guardians,
        className: given.className ?? "",
        invite: given.invite === "on",
        name: isKnown ? name : (given.name ?? ""),
        admissionNo: isKnown ? "" : given.admissionNo,
        section: given.section,
        rollNo: given.rollNo,
        ...(isKnown && { studentId: who }),
        // Only the parent who submitted the remaining form has given consent.
        consents: places[0] === 0,
        ...(!isKnown && { others: [...namesakes.map(({ _id }) => _id), ...others] }),
        ...(bornOn && { bornOn }),
        ...(year && { year }),
        ...(fromDay && { fromDay }),
        ...(message?.trim() && { message }),
      };
      return enrol.mutateAsync(input).catch((error: unknown) => {
        const refused = refusedBy(error, places, given);
        setFound({ ...found, ...refused.found });
        if (refused.found.who) {
          setWho("");
          setOthers([...others, refused.found.who._id]);
        }
        // The next press sends what the page shows by then.
        if (refused.hasMoved) {
          setSeen(undefined);
          refresh();
        }
        throw refused.refusal;
      });
    },
    onDone({ misaddressed, invitedLately }, shown) {
      forget();
      toast.success(copy.isEnrolled(child));
      if (misaddressed.length > 0) toast.error(copy.misaddressed(listed(misaddressed)));
      if (invitedLately.length > 0) toast.info(copy.invitedLately(listed(invitedLately)));
      void utils.services.invalidate();
      void utils.students.list.invalidate();
      if (shown.isConnected) router.push(`/admin/get-info/${id}`);
      refresh();
    },
  });
  const forget = useDraft(form.ref, `enrol:${id}`);

  function choose(next: string) {
    setWho(next);
    // The name field disappears, together with its input.
    if (isKnownChild(next)) setTyped(undefined);
  }

  return (
    <form {...form} onInput={() => setSeen(seen ?? rowVersion)} noValidate className="grid max-w-190 grid-cols-1 gap-8">
      <EnrolChild {...{ name, preview, faults, found: found.who, who }} onWho={choose} onName={setTyped} />
      <EnrolPlace
        {...{ selectedClass, preview, faults }}
        onClass={setClassName}
        onYear={setYear}
        onFromDay={setFromDay}
      />
      <Section title={copy.guardians}>
        <div className="grid grid-cols-1 gap-4">
          {parents.map((parent, index) => (
            <EnrolGuardian key={`${parent._id} ${keyOfPeople(parent.known)}`} {...{ index, parent, faults, found }} />
          ))}
        </div>
      </Section>
      <Section title={copy.after}>
        <div className="grid grid-cols-1 gap-4">
          <Alert tone={consentAt && mails ? "info" : "warning"}>
            <ul className="grid list-disc gap-1 ps-4">
              <li>{consentAt ? copy.consent(shownDateHere(consentAt)) : copy.noConsent}</li>
              <li>{mails ? `${copy.mailed} ${copy.alsoLetter}` : copy.printed}</li>
            </ul>
          </Alert>
          {mails && <Checkbox name="invite" label={copy.invite} defaultChecked />}
          <EnrolMessage
            {...{ application, name: child, className, mails }}
            from={dayAhead(
              fromDay || preview.years.find(({ _id }) => _id === year)?.firstDay,
              dateHere(application.at),
            )}
            fault={faults.message}
          />
        </div>
      </Section>
      <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.working}>
        {copy.verb(child, className)}
      </FormEnd>
    </form>
  );
}
