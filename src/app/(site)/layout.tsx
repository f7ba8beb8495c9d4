import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/site-shell";
import { ButtonLink } from "@/components/ui/button-link";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteShell account={<ButtonLink href="/login">Register</ButtonLink>}>{children}</SiteShell>;
}
