import { clsx } from "clsx";
import { Picture } from "@/components/ui/picture";
import { hasTarget } from "@/lib/links";
import type { TeamMember } from "@/lib/site-content";
import { hashOfAddress } from "@/lib/site-pictures";

export function Team({ members }: { members: readonly TeamMember[] }) {
  if (members.length === 0) return null;
  return (
    <section className="page section">
      <div className="grid max-w-text gap-4">
        <h2 className="text-3xl">The people your child will learn from</h2>
        <p className="text-ink-soft text-lg">Ask any of them anything. They like questions.</p>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-8 md:grid-cols-4">
        {members.map((member) => (
          <li key={member.name}>
            {member.portrait && (
              <Picture
                {...member.portrait}
                alt={`Portrait of ${member.name}`}
                sizes="(min-width: 768px) 22vw, 46vw"
                className={clsx("h-auto w-full", hashOfAddress(member.portrait.src) && "rounded-lg")}
              />
            )}
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
