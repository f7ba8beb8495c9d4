import { orAbsent } from "@/app/or-absent";
import { Alert } from "@/components/ui/alert";
import { createCaller } from "@/features";
import { deskCopy } from "@/features/admissions/messages-desk";
import { PersonHeld } from "@/features/people/components/person-held";
import type { Principal } from "@/lib/principal";

/** Shows what is stored about the family of an application. The URL has only the id of the application, not the family’s address. */
export async function HeldForApplication({ principal, id }: { principal: Principal; id: string }) {
  const { people, services } = createCaller({ principal });
  const held = await orAbsent(services.get({ id }).then(({ email }) => people.find({ email })));
  if (!held) return <Alert tone="info">{deskCopy.notFound}.</Alert>;
  return (
    <div className="max-w-form">
      <PersonHeld held={held} />
    </div>
  );
}
