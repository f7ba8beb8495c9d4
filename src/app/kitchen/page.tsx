"use client";
import { useState } from "react";
import { FileText, SearchX, Trash2, Download, Upload, ListChecks } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { Checkbox } from "@/components/ui/checkbox";
import { PasswordInput } from "@/components/ui/password-input";
import { Segmented } from "@/components/ui/segmented";
import { Card } from "@/components/ui/card";
import { Badge } from "@/components/ui/badge";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { toast } from "@/components/ui/toast";
import { SidePanel } from "@/components/site/side-panel";
import { PageHeader } from "@/components/site/page-header";
import { SiteShell } from "@/components/site/site-shell";

export default function K() {
  const [role, setRole] = useState<"user" | "admin">("user");
  const [ask, setAsk] = useState(false);
  const [panel, setPanel] = useState(false);
  return (
    <SiteShell account={<Button onClick={() => setPanel(true)}>Dashboard</Button>}>
      <SidePanel open={panel} onOpenChange={setPanel} title="Administration" footer={<Button variant="quiet" wide>Logout</Button>}
        links={[{ href: "/kitchen", label: "Upload Materials", icon: <Upload /> }, { href: "/kitchen/area", label: "Add Results", icon: <ListChecks /> }]} />
      <div className="page">
        <PageHeader title="Study Materials" lead="Chapters, worked examples and practice papers, by class and subject." action={<Button variant="secondary">Upload</Button>} />
        <div className="grid gap-4 sm:grid-cols-3">
          <div className="sm:col-span-2"><SearchInput aria-label="Search materials" placeholder="Search materials..." /></div>
          <Select aria-label="Class"><option>All Classes</option><option>Class 7</option></Select>
        </div>
        <p className="py-5 text-ink-soft text-sm" role="status">Showing 3 resources for Class 7</p>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {["Fractions and decimals, worked examples", "प्रकाश संश्लेषण और श्वसन", "Averyveryverylongwordwithoutanyspacetobreakthecardlayoutatall.pdf"].map((m) => (
            <Card as="article" key={m} className="flex flex-col gap-4">
              <div className="flex items-center justify-between"><Badge>Class 7</Badge><FileText aria-hidden className="size-5 text-ink-soft" /></div>
              <div className="grow"><h2 className="text-xl">{m}</h2>
              <dl className="mt-3 grid gap-1 text-ink-soft text-sm"><div className="flex gap-2"><dt>Subject</dt><dd className="font-medium text-ink">Mathematics</dd></div><div className="flex gap-2"><dt>Uploaded</dt><dd className="font-medium text-ink">12 Nov 2026</dd></div></dl></div>
              <div className="flex gap-2"><Button wide><Download aria-hidden className="size-5" />Download PDF</Button><Button variant="secondary" aria-label="Delete" onClick={() => setAsk(true)}><Trash2 aria-hidden className="size-5" /></Button></div>
            </Card>
          ))}
          <Card className="grid gap-4"><Skeleton className="h-7 w-20" /><Skeleton className="h-6 w-4/5" /><Skeleton className="h-4 w-1/2" /><Skeleton className="h-4 w-2/5" /><Skeleton className="h-11 w-full" /></Card>
        </div>
        <div className="py-8"><EmptyState icon={<SearchX />} title="No materials found" hint="Try adjusting your search or filter criteria" action={<Button variant="secondary">Clear</Button>} /></div>
        <div className="grid gap-8 py-8 lg:grid-cols-2">
          <Card padding="roomy" className="mx-auto w-full max-w-form">
            <h1 className="text-2xl">Sign in</h1>
            <form method="post" className="mt-6 grid gap-5">
              <Segmented label="Sign in as" name="role" value={role} onChange={setRole} options={[{ value: "user", label: "User" }, { value: "admin", label: "Admin" }]} />
              <Field label="Email Address" error="Enter an e-mail address like name@school.example.">{(c) => <Input type="email" {...c} defaultValue="meera@" />}</Field>
              <Field label="Password" hint="At least 6 characters.">{(c) => <PasswordInput {...c} placeholder="min. 6 characters" />}</Field>
              <Checkbox label="Remember me" defaultChecked />
              <Button type="submit" size="large" wide>Sign in</Button>
              <Button size="large" wide busy busyText="Signing in...">Sign in</Button>
              <p className="text-sm">New here? <a className="link" href="/signup">Sign up now</a></p>
            </form>
          </Card>
          <Card padding="roomy" className="grid content-start gap-5">
            <Field label="Class">{(c) => <Select {...c}><option>Select a class</option></Select>}</Field>
            <Field label="Expires" optional>{(c) => <Input type="datetime-local" {...c} disabled />}</Field>
            <Field label="Message" optional hint="We answer within a day.">{(c) => <Textarea {...c} />}</Field>
            <Checkbox label={<>I agree with <a className="link" href="/terms">Terms of Use</a> and Privacy Policy</>} error="Please agree to the terms." />
            <ProgressBar label="Uploading chapter-4.pdf" value={62} />
            <Alert tone="error">Failed to load materials. Please try again later.</Alert>
            <Alert tone="success" title="Done">Study material uploaded successfully ✅</Alert>
            <Alert tone="info" action={<Button variant="secondary">Try Again</Button>}>Limited seats for the 2023-24 session.</Alert>
            <div className="flex flex-wrap gap-2"><Badge tone="neutral">Expired</Badge><Badge tone="success">Always</Badge><Badge tone="danger">F</Badge>
            <Button variant="quiet" onClick={() => { toast.success("Login successful"); toast.error("Failed to delete material. Try again."); }}>Toast</Button><Button disabled>Disabled</Button><Button variant="secondary" disabled>Disabled</Button></div>
          </Card>
        </div>
      </div>
      <Dialog open={ask} onOpenChange={setAsk} title="Delete this material?" description="Fractions and decimals will be gone for everyone, with its file." confirmLabel="Delete" onConfirm={() => setAsk(false)} />
    </SiteShell>
  );
}
