import { Clock, Handshake, Mail, MapPin, Phone } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { NeedsScript } from "@/components/ui/needs-script";
import { telHere } from "@/components/ui/phone-text";
import { Picture } from "@/components/ui/picture";
import { siteDefaults } from "@/content/site";
import { MessageForm } from "@/features/inquiries/components/message-form";
import { shownSite } from "@/http/site";
import { hasTarget } from "@/lib/links";
import { placeLine } from "@/lib/site-content";
import { ApiProvider } from "@/trpc/provider";
import { KnownFacts } from "../../known-facts";

export async function generateMetadata(): Promise<Metadata> {
  const { name, street, city } = (await shownSite()).facts;
  return {
    title: "Contact",
    description: `Where ${name} is, when it is open, and how to reach it: ${street}, ${city}.`,
  };
}

export default async function ContactPage() {
  const { facts } = await shownSite();
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title="Contact"
        lead="Come by, call, or write. Every question gets an answer from somebody who teaches here."
      />
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-12">
        <div className="flex flex-col gap-8 lg:col-span-5">
          <dl>
            <Fact icon={<MapPin aria-hidden />} label="Address">
              <address className="py-2.5 not-italic">
                {facts.street}
                <br />
                {placeLine(facts)}
              </address>
            </Fact>
            <Fact icon={<Mail aria-hidden />} label="Email">
              <Reach href={`mailto:${facts.email}`}>{facts.email}</Reach>
            </Fact>
            <Fact icon={<Phone aria-hidden />} label="Phone">
              <Reach href={telHere(facts.phone)}>{facts.phone}</Reach>
            </Fact>
            <Fact icon={<Clock aria-hidden />} label="Working hours">
              <p className="figures py-2.5">
                {facts.workingHours}
                <br />
                {facts.workingDays}
              </p>
            </Fact>
            <Fact icon={<Handshake aria-hidden />} label="Partnerships">
              <Reach href={`mailto:${facts.partnershipsEmail}`}>{facts.partnershipsEmail}</Reach>
            </Fact>
          </dl>
          {facts.street === siteDefaults.facts.street && (
            <Picture
              src="/pictures/map.svg"
              width={640}
              height={400}
              first
              alt={`A drawn map: ${facts.name} on ${facts.street.replace(/^\d+ /, "")}, beside the park.`}
              className="h-auto w-full rounded-lg border border-line object-cover lg:grow"
            />
          )}
          {hasTarget(facts.mapLink) && (
            <a href={facts.mapLink} rel="noopener" className="link inline-flex min-h-11 items-center">
              Show on a map
            </a>
          )}
        </div>
        <Card padding="roomy" className="grid grid-cols-1 content-start gap-6 lg:col-span-7">
          <KnownFacts>
            <NeedsScript />
            <ApiProvider>
              <MessageForm />
            </ApiProvider>
          </KnownFacts>
        </Card>
      </div>
    </div>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-b py-1.5 first:border-t sm:grid-cols-3">
      <dt className="flex min-h-11 items-center gap-3 text-ink-soft text-sm max-sm:min-h-9 sm:self-start [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-accent">
        {icon}
        {label}
      </dt>
      <dd className="min-w-0 font-medium sm:col-span-2">{children}</dd>
    </div>
  );
}

function Reach({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="figures link inline-flex min-h-11 max-w-full items-center break-all">
      {children}
    </a>
  );
}
