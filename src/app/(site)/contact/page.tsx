import { Clock, Handshake, Mail, MapPin, Phone } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { NeedsScript } from "@/components/ui/needs-script";
import { Picture } from "@/components/ui/picture";
import { institute } from "@/content/institute";
import { MessageForm } from "@/features/inquiries/components/message-form";
import { ApiProvider } from "@/trpc/provider";

const { address } = institute;

export const metadata: Metadata = {
  title: "Contact",
  description: `Where ${institute.name} is, when it is open, and how to reach it: ${address.street}, ${address.city}.`,
};

export default function ContactPage() {
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title="Contact"
        lead="Come by, call, or write. Every question gets an answer from somebody who teaches here."
      />
      <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-12">
        <div className="grid gap-8 lg:col-span-5">
          <dl>
            <Fact icon={<MapPin aria-hidden />} label="Address">
              <address className="py-2.5 not-italic">
                {address.street}
                <br />
                {address.city} {address.postcode}, {address.state}
              </address>
            </Fact>
            <Fact icon={<Mail aria-hidden />} label="Email">
              <Reach href={`mailto:${institute.email}`}>{institute.email}</Reach>
            </Fact>
            <Fact icon={<Phone aria-hidden />} label="Phone">
              <Reach href={`tel:${institute.phone.replaceAll(" ", "")}`}>{institute.phone}</Reach>
            </Fact>
            <Fact icon={<Clock aria-hidden />} label="Working hours">
              <p className="figures py-2.5">
                {institute.workingHours}
                <br />
                {institute.workingDays}
              </p>
            </Fact>
            <Fact icon={<Handshake aria-hidden />} label="Partnerships">
              <Reach href={`mailto:${institute.partnershipsEmail}`}>{institute.partnershipsEmail}</Reach>
            </Fact>
          </dl>
          <Picture
            src="/pictures/map.svg"
            width={640}
            height={400}
            first
            alt={`A drawn map: ${institute.name} on ${address.street.replace(/^\d+ /, "")}, beside the park.`}
            className="h-auto w-full rounded-lg border border-line"
          />
        </div>
        <Card padding="roomy" className="grid grid-cols-1 gap-6 lg:col-span-7">
          <NeedsScript />
          <ApiProvider>
            <MessageForm />
          </ApiProvider>
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
    <a href={href} className="figures inline-flex min-h-11 max-w-full items-center break-all hover:underline">
      {children}
    </a>
  );
}
