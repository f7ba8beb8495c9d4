import {
  CalendarPlus,
  CircleUserRound,
  ClipboardPlus,
  FileUp,
  GraduationCap,
  HeartPulse,
  History,
  Inbox,
  LibraryBig,
  Mail,
  UserSearch,
} from "lucide-react";
import type { PanelLink } from "@/components/site/panel-links";
import type { Role } from "@/lib/principal";

/** The logged-in areas and their links (spec §2). */
export const areas: Record<Role, { title: string; links: readonly PanelLink[] }> = {
  user: {
    title: "My Lyceum",
    links: [
      { href: "/user/results", label: "Results", icon: <GraduationCap aria-hidden /> },
      { href: "/user/my-materials", label: "My Materials", icon: <LibraryBig aria-hidden /> },
      { href: "/user/account", label: "Account", icon: <CircleUserRound aria-hidden /> },
    ],
  },
  admin: {
    title: "Administration",
    links: [
      { href: "/admin/upload-materials", label: "Upload Materials", icon: <FileUp aria-hidden /> },
      { href: "/admin/add-results", label: "Add Results", icon: <ClipboardPlus aria-hidden /> },
      { href: "/admin/get-info", label: "Student Submissions", icon: <Inbox aria-hidden /> },
      { href: "/admin/add-schedule", label: "Add Schedule", icon: <CalendarPlus aria-hidden /> },
      { href: "/admin/mail", label: "Mail", icon: <Mail aria-hidden /> },
      { href: "/admin/activity", label: "Activity", icon: <History aria-hidden /> },
      { href: "/admin/people", label: "People", icon: <UserSearch aria-hidden /> },
      { href: "/admin/status", label: "Status", icon: <HeartPulse aria-hidden /> },
      { href: "/admin/account", label: "Account", icon: <CircleUserRound aria-hidden /> },
    ],
  },
};
