import type { PanelGroup } from "@/components/site/panel-links";
import { icons } from "@/components/ui/icons";
import { grouped, linksOf } from "@/features/pages";
import type { Right } from "@/lib/may";
import type { Role } from "@/lib/principal";

/** Groups of links, each with the right that its page requires. */
type Group = Omit<PanelGroup, "links"> & { links: readonly (PanelGroup["links"][number] & { right: Right })[] };

type AreaLinks = {
  groups: readonly Group[];
  /** The links for public pages: those named in the specification come first, in its order (spec §2). */
  publicGroups: readonly Group[];
};

export function openTo(isOpen: (right: Right) => boolean, groups: readonly Group[]): readonly PanelGroup[] {
  return groups
    .map((group) => ({ ...group, links: group.links.filter(({ right }) => isOpen(right)) }))
    .filter(({ links }) => links.length > 0);
}

function areaOf(role: Role): AreaLinks {
  const links = linksOf(role).map(({ icon, ...link }) => {
    const Icon = icons[icon];
    return { ...link, icon: <Icon aria-hidden /> };
  });
  const specified = links.filter((link) => link.specified);
  const others = grouped(links.filter((link) => !link.specified));
  return {
    groups: grouped(links),
    publicGroups: specified.length > 0 ? [{ links: specified }, ...others] : others,
  };
}

/** The logged-in areas and their links (spec §2). */
export const areas = { user: areaOf("user"), admin: areaOf("admin") };
