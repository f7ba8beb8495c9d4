import { Picture } from "@/components/ui/picture";
import { type TeamMember, team } from "@/content/institute";
import { hasTarget } from "@/lib/links";

/** The portraits of everyone who teaches. */
export function Team() {
  return (
    <section className="page section">
      <div className="grid max-w-text gap-4">
        <h2 className="text-3xl">The people your child will learn from</h2>
        <p className="text-ink-soft text-lg">Ask any of them anything. They like questions.</p>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-8 md:grid-cols-4">
        {team.map((member) => (
          <li key={member.name}>
            <Picture
              src={member.portrait}
              width={320}
              height={360}
              alt={`Portrait of ${member.name}`}
              className="h-auto w-full"
            />
            <h3 className="mt-4 text-lg">{member.name}</h3>
            <p className="text-ink-soft text-sm">{member.role}</p>
            <TeamLinks member={member} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TeamLinks({ member }: { member: TeamMember }) {
  const links = member.links.filter(({ href }) => hasTarget(href));
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {links.map((link) => (
        <li key={link.label}>
          <a href={link.href} className="link inline-flex min-h-11 items-center text-sm">
            {link.label}
            <span className="sr-only"> of {member.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
