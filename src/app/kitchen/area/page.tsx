import { ListChecks, Upload, CalendarPlus, Inbox, LogOut } from "lucide-react";
import { AreaShell } from "@/components/site/area-shell";
import { PageHeader } from "@/components/site/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
export default function A() {
  return <AreaShell title="Administration" footer={<Button variant="quiet" wide><LogOut aria-hidden className="size-5" />Logout</Button>} links={[{ href: "/kitchen/area", label: "Upload Materials", icon: <Upload aria-hidden /> },{ href: "/kitchen/b", label: "Add Results", icon: <ListChecks aria-hidden /> },{ href: "/kitchen/c", label: "Student Submissions", icon: <Inbox aria-hidden /> },{ href: "/kitchen/d", label: "Add Schedule", icon: <CalendarPlus aria-hidden /> }]}>
    <div className="page"><PageHeader title="Upload Study Material" lead="A PDF or Word document for one class and subject." /><Card padding="roomy">x</Card></div></AreaShell>;
}
